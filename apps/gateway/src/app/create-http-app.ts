import type { ServerResponse } from 'node:http';
import type { SettingsAtStart } from '@multilane/config';
import { GatewayError, toErrorEnvelope } from '@multilane/errors';
import { createAdapter, NestLogger, pathOf, ServedRoutes } from '@multilane/http';
import { NotFoundException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { answerHeadersFor } from '../delivery/answer-headers.js';
import { answerPreflights } from '../delivery/cross-origin.js';
import { ENDPOINTS } from '../endpoints/endpoints.js';
import { EndpointFinder } from '../endpoints/find-endpoint.js';
import { createAdmit } from '../http/admit.js';
import { authenticateRequests } from '../http/authenticate.hook.js';
import { ErrorFilter } from '../http/error.filter.js';
import { createInferenceHandler, type InferenceHandler } from '../http/inference-handler.js';
import { UpgradeAdapter } from '../http/realtime/upgrade-adapter.js';
import type { GatewayServices } from '../start/gateway-services.js';
import { GatewayModule } from './app.module.js';
import '../http/fastify-request.js';

/** Takes a request, or answers false and leaves it to others. */
export type CoHostedHandler = InferenceHandler;

/**
 * The HTTP side of the gateway: what models are asked for goes to the inference handler, everything else to Nest on
 * Fastify with our hooks, one error filter, no pipes and no interceptors.
 *
 * @param coHostedHandler another service at the same address, which takes what is its own
 * @param served `checks`: only the routes that report the state of the process
 */
export async function createHttpApp(
  config: SettingsAtStart,
  services: GatewayServices,
  coHostedHandler: CoHostedHandler = () => false,
  served: 'all' | 'checks' = 'all',
): Promise<NestFastifyApplication> {
  const { public_base_url: publicUrl } = config.server;
  const admit = createAdmit({
    snapshots: services.snapshots,
    onUse: (caller, now) => services.database?.uses.note(caller, now),
    publicOrigin: publicUrl && new URL(publicUrl).origin,
  });
  const bodyLimitBytes = config.server.request_body_limit_mb * 1024 * 1024;
  const inference = createInferenceHandler(services, admit, {
    bodyBytes: bodyLimitBytes,
    uploadBytes: config.server.upload_limit_mb * 1024 * 1024,
    laterBytes: config.async.max_request_mb * 1024 * 1024,
  });
  const { adapter, instance } = createAdapter({
    bodyLimitBytes,
    trustProxy: config.server.trust_proxy,
    serve: (framework) => (incoming, response) => {
      if (served === 'checks') {
        if (CHECKS.has(pathOf(incoming.url ?? ''))) framework(incoming, response);
        else refuseToServe(response);
        return;
      }
      if (!inference(incoming, response) && !coHostedHandler(incoming, response)) framework(incoming, response);
    },
    answerHeadersFor: ({ headers, id, url }) => answerHeadersFor(pathOf(url), id, headers, services.snapshots),
  });
  const routes = new ServedRoutes();
  routes.watch(instance);
  for (const { route } of ENDPOINTS) routes.add(route.method, route.path);
  answerPreflights(instance, services.snapshots);
  authenticateRequests(instance, admit);
  ignoreBodies(instance);

  const app = await NestFactory.create<NestFastifyApplication>(GatewayModule.on(services, config), adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLogger(services.logger),
  });
  app.useGlobalFilters(new ErrorFilter(services, routes));
  const endpoints = new EndpointFinder();
  const { max_sockets: mostSockets } = config.realtime;
  app.useWebSocketAdapter(new UpgradeAdapter(adapter.getHttpServer(), services, admit, endpoints, mostSockets));
  await app.init();
  await instance.ready();
  return app;
}

/** Paths that a process for jobs alone serves. */
const CHECKS: ReadonlySet<string> = new Set(['/health', '/healthz', '/ready', '/readyz', '/version', '/metrics']);

function refuseToServe(response: ServerResponse): void {
  const message = 'This process runs jobs and serves no requests. Send them to a gateway.';
  const body = JSON.stringify(toErrorEnvelope(new GatewayError('not_found', { message })));
  response.writeHead(404, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  });
  response.end(body);
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
