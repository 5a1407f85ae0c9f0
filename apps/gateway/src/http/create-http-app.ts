import { createServer, type RequestListener, type Server } from 'node:http';
import type { GatewayConfig } from '@multilane/config';
import {
  answerMalformedHttp,
  answerMalformedUrl,
  chooseRequestId,
  NestLogger,
  pathOf,
  refuseMissingHost,
  SERVER_OPTIONS,
  ServedRoutes,
} from '@multilane/http';
import { NotFoundException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { GatewayModule } from '../app.module.js';
import type { GatewayServices } from '../gateway-services.js';
import { INFERENCE_ROUTES } from '../inference/inference-routes.js';
import { createAdmit } from './admit.js';
import { answerHeadersFor } from './answer-headers.js';
import { authenticateRequests } from './authenticate.hook.js';
import { answerPreflights } from './cross-origin.js';
import { ErrorFilter } from './error.filter.js';
import { createInferenceHandler, type InferenceHandler } from './inference-handler.js';
import './fastify-request.js';

/** Takes a request, or answers false and leaves it to others. */
export type RequestTaker = InferenceHandler;

/**
 * The HTTP side of the gateway: what models are asked for goes to the inference handler, everything else to Nest on
 * Fastify with our hooks, one error filter, no pipes and no interceptors.
 *
 * @param alongside another service at the same address, which takes what is its own
 */
export async function createHttpApp(
  config: GatewayConfig,
  services: GatewayServices,
  alongside: RequestTaker = () => false,
): Promise<NestFastifyApplication> {
  const { public_base_url: publicUrl } = config.server;
  const admit = createAdmit({
    snapshots: services.snapshots,
    onUse: (caller, now) => services.database?.uses.note(caller, now),
    publicOrigin: publicUrl && new URL(publicUrl).origin,
  });
  const bodyLimitBytes = config.server.request_body_limit_mb * 1024 * 1024;
  const inference = createInferenceHandler(services, admit, bodyLimitBytes);
  const adapter = new FastifyAdapter({
    serverFactory: (framework: RequestListener) => listen([inference, alongside], framework),
    // There is no Nest middleware: hooks do its work.
    skipMiddie: true,
    bodyLimit: bodyLimitBytes,
    // A number of hops is accepted at run time; the type leaves it out.
    trustProxy: (config.server.trust_proxy ?? false) as boolean | string[],
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2048 },
    genReqId: chooseRequestId,
    clientErrorHandler: answerMalformedHttp,
    frameworkErrors: answerMalformedUrl as FastifyServerOptions['frameworkErrors'],
  });
  const instance = adapter.getInstance() as unknown as FastifyInstance;
  const routes = new ServedRoutes();
  routes.watch(instance);
  for (const path of INFERENCE_ROUTES.keys()) routes.add('POST', path);
  instance.addHook('onRequest', (request, reply, done) => {
    reply.headers(answerHeadersFor(pathOf(request.url), request.id, request.headers, services.snapshots));
    try {
      refuseMissingHost(request.raw);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
  answerPreflights(instance, services.snapshots);
  authenticateRequests(instance, admit);
  ignoreBodies(instance);

  const app = await NestFactory.create<NestFastifyApplication>(GatewayModule.on(services, config.server), adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLogger(services.logger),
  });
  app.useGlobalFilters(new ErrorFilter(services, routes));
  await app.init();
  await instance.ready();
  return app;
}

function listen([inference, alongside]: readonly [RequestTaker, RequestTaker], framework: RequestListener): Server {
  const server = createServer(SERVER_OPTIONS, (incoming, response) => {
    // Else a busy connection would outlive the drain.
    if (!server.listening) response.setHeader('connection', 'close');
    if (!inference(incoming, response) && !alongside(incoming, response)) framework(incoming, response);
  });
  return server;
}

/** None of the framework's routes takes a body; a wrong path or method is answered as such whatever the body is. */
function ignoreBodies(instance: FastifyInstance): void {
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
  instance.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.is404) return done(new NotFoundException());
    done(null, payload);
  });
}
