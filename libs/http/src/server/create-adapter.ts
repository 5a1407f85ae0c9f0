import type { RequestListener, Server } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import { answerMalformedHttp, answerMalformedUrl } from './client-errors.js';
import { DrainableServer } from './drainable-server.js';
import { chooseRequestId, refuseFaultyHead } from './request-head.js';
import { compileTrustedProxies } from './trusted-proxies.js';

export interface AdapterOptions {
  readonly bodyLimitBytes: number;
  /** `server.trust_proxy`. */
  readonly trustProxy: false | number | readonly string[] | undefined;
  /** Listener for the server's requests, given that of the framework. */
  readonly serve: (framework: RequestListener) => RequestListener;
  /** Headers of every answer, refusals included. */
  readonly answerHeadersFor: (request: FastifyRequest) => Readonly<Record<string, string>>;
}

export interface HttpAdapter {
  readonly adapter: FastifyAdapter;
  readonly instance: FastifyInstance;
}

/** Fastify as both services want it, for Nest: without middleware; hooks replace it. */
export function createAdapter({ answerHeadersFor, bodyLimitBytes, serve, trustProxy }: AdapterOptions): HttpAdapter {
  const adapter = new FastifyAdapter({
    serverFactory: (framework: RequestListener): Server => new DrainableServer(serve(framework)),
    skipMiddie: true,
    bodyLimit: bodyLimitBytes,
    trustProxy: trustProxy === undefined || trustProxy === false ? false : compileTrustedProxies(trustProxy),
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2048 },
    genReqId: chooseRequestId,
    clientErrorHandler: answerMalformedHttp,
    frameworkErrors: answerMalformedUrl as FastifyServerOptions['frameworkErrors'],
  });
  const instance = adapter.getInstance() as unknown as FastifyInstance;
  instance.addHook('onRequest', (request, reply, done) => {
    reply.headers(answerHeadersFor(request));
    try {
      refuseFaultyHead(request.raw);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
  return { adapter, instance };
}
