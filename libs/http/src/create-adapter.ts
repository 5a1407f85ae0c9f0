import { createServer, type RequestListener } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import { answerMalformedHttp, answerMalformedUrl } from './client-errors.js';
import { LingeringResponse } from './lingering-response.js';
import { refuseFaultyHead } from './refuse-faulty-head.js';
import { chooseRequestId } from './request-id.js';
import { SERVER_OPTIONS } from './server-options.js';
import { compileTrustedProxies } from './trusted-proxies.js';

export interface AdapterOptions {
  readonly bodyLimitBytes: number;
  /** `server.trust_proxy`. */
  readonly trustProxy: false | number | readonly string[] | undefined;
  /** What takes the server's requests, given what the framework takes them with. */
  readonly serve: (framework: RequestListener) => RequestListener;
  /** Headers of every answer, refusals included. */
  readonly answerHeadersFor: (request: FastifyRequest) => Readonly<Record<string, string>>;
}

export interface HttpAdapter {
  readonly adapter: FastifyAdapter;
  readonly instance: FastifyInstance;
}

/** Fastify as both services want it, for Nest: without middleware, which hooks stand in for. */
export function createAdapter({ answerHeadersFor, bodyLimitBytes, serve, trustProxy }: AdapterOptions): HttpAdapter {
  const adapter = new FastifyAdapter({
    serverFactory: (framework: RequestListener) => listen(serve(framework)),
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

function listen(listener: RequestListener): ReturnType<typeof createServer> {
  const server = createServer({ ...SERVER_OPTIONS, ServerResponse: LingeringResponse }, (incoming, response) => {
    // Else a busy connection would outlive the drain.
    if (!server.listening) response.setHeader('connection', 'close');
    listener(incoming, response);
  });
  return server;
}
