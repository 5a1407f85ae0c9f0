import type { FastifyInstance } from 'fastify';

/** The routes as they were registered, to distinguish a wrong method (405) from a wrong path (404). */
export class ServedRoutes {
  private readonly routes: { method: string; url: string; pattern: RegExp }[] = [];

  /** Listens for the routes of the instance; call before any is registered. */
  watch(instance: FastifyInstance): void {
    instance.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) this.add(each, url);
    });
  }

  /** Adds a route that is served without the framework. */
  add(method: string, path: string): void {
    this.routes.push({ method, url: path, pattern: toPattern(path) });
  }

  /** Every route, as it was registered. */
  list(): { method: string; url: string }[] {
    return this.routes.map(({ method, url }) => ({ method, url }));
  }

  /** The methods that the path is served with; empty if no route has the path. */
  methodsOf(path: string): string[] {
    const methods = this.routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return [...new Set(methods)].sort();
  }
}

function toPattern(url: string): RegExp {
  const source = url
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.+')
    .replace(/:\w+|\\\{\w+\\\}/g, '[^/]+');
  return new RegExp(`^${source}/?$`);
}
