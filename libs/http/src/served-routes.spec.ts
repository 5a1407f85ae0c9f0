import { describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { ServedRoutes } from './served-routes.js';

type OnRoute = (route: { method: string | string[]; url: string }) => void;

function serving(...routes: [method: string | string[], url: string][]): ServedRoutes {
  const served = new ServedRoutes();
  let onRoute: OnRoute | undefined;
  served.watch({ addHook: (_name: string, hook: OnRoute) => (onRoute = hook) } as unknown as FastifyInstance);
  for (const [method, url] of routes) onRoute?.({ method, url });
  return served;
}

describe('the methods of a path', () => {
  const served = serving(
    ['POST', '/v1/chat/completions'],
    [['GET', 'HEAD'], '/v1/models/*'],
    ['GET', '/a/:id/b'],
    ['GET', '/org/members/:user_id'],
    ['DELETE', '/v1/files/{file_id}'],
  );

  it.each([
    ['/v1/chat/completions', ['POST']],
    ['/v1/chat/completions/', ['POST']],
    ['/v1/models/a/b', ['GET', 'HEAD']],
    ['/v1/models', []],
    ['/a/7/b', ['GET']],
    ['/a/7/8/b', []],
    ['/org/members/7', ['GET']],
    ['/v1/files/file-1', ['DELETE']],
    ['/v1/files/file-1/content', []],
    ['/v1/chatXcompletions', []],
    ['/anything', []],
  ])('%s: %j', (path, methods) => {
    expect(served.methodsOf(path)).toEqual(methods);
  });
});
