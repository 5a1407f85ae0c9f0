import type { GatewayConfig } from '@multilane/config';
import { GatewayError } from '@multilane/errors';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { GatewayModule } from '../app.module.js';
import type { GatewayServices } from '../gateway-services.js';
import { authenticateRequests } from './authenticate.hook.js';
import { answerMalformedHttp, answerMalformedUrl } from './client-errors.js';
import { allowCrossOrigin } from './cors.hook.js';
import { ErrorFilter } from './error.filter.js';
import { NestLogger } from './nest-logger.js';
import { isMessagesPath, pathOf } from './path-of.js';
import { readJsonBodies } from './read-body.js';
import { chooseRequestId } from './request-id.js';
import { ServedRoutes } from './served-routes.js';
import './fastify-request.js';

/** A whole request must have arrived within this, in milliseconds, so that a dripping client holds no socket. */
const REQUEST_TIMEOUT_MS = 300_000;

/** The HTTP side of the gateway: Nest on Fastify with our hooks, one error filter, no pipes and no interceptors. */
export async function createHttpApp(config: GatewayConfig, services: GatewayServices): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    // There is no Nest middleware: hooks do its work.
    skipMiddie: true,
    bodyLimit: config.server.request_body_limit_mb * 1024 * 1024,
    // A number of hops is accepted at run time; the type leaves it out.
    trustProxy: (config.server.trust_proxy ?? false) as boolean | string[],
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Node would drop a second Authorization header without a word; joined, it is refused. Its own refusal of a request
    // without Host has no body, so the first hook refuses it.
    http: { joinDuplicateHeaders: true, requireHostHeader: false },
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2048 },
    genReqId: chooseRequestId,
    clientErrorHandler: answerMalformedHttp,
    frameworkErrors: answerMalformedUrl as FastifyServerOptions['frameworkErrors'],
  });
  const instance = adapter.getInstance() as unknown as FastifyInstance;
  const routes = new ServedRoutes();
  routes.watch(instance);
  instance.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (isMessagesPath(pathOf(request))) reply.header('request-id', request.id);
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') return done(refuseMissingHost());
    done();
  });
  allowCrossOrigin(instance, services.snapshots);
  authenticateRequests(instance, services.snapshots);
  readJsonBodies(instance);

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

/** HTTP/1.1 demands the header (RFC 9112 section 3.2), and what omits it may be confused about more. */
function refuseMissingHost(): GatewayError {
  return new GatewayError('invalid_value', {
    message: 'The request has no Host header.',
    headers: { connection: 'close' },
  });
}
