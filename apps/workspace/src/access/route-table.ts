import type { FastifyRequest } from 'fastify';
import type { Access } from './access.js';
import type { RouteEntry } from './list-routes.js';

/** Access rules of the routes, for hooks that run before the framework has found the handler. */
export class RouteTable {
  private readonly entries = new Map<string, RouteEntry>();

  /**
   * Takes the routes of the app.
   *
   * @throws Error that names every route that does not declare who may call it: the service must not start
   */
  fill(routes: readonly RouteEntry[]): void {
    const undeclared = routes.filter(({ access }) => access === undefined);
    if (undeclared.length > 0) {
      const names = undeclared.map(({ method, path, name }) => `${method} ${path} (${name})`);
      throw new Error(`These routes do not declare who may call them: ${names.join(', ')}`);
    }
    for (const route of routes) this.entries.set(`${route.method} ${route.path}`, route);
  }

  /**
   * Compares the routes with those that the server answers.
   *
   * @throws Error that names every route that no controller declares, which nothing would ask for a credential: the service must not start
   */
  demandAll(served: readonly { readonly method: string; readonly url: string }[]): void {
    const unknown = served.filter(({ method, url }) => this.accessTo(method, url) === undefined);
    if (unknown.length === 0) return;
    const names = unknown.map(({ method, url }) => `${method} ${url}`);
    throw new Error(`No controller declares these routes: ${names.join(', ')}`);
  }

  /** Undefined if no controller serves the request. */
  accessOf(request: Pick<FastifyRequest, 'method' | 'routeOptions'>): Access | undefined {
    return this.accessTo(request.method, request.routeOptions.url);
  }

  private accessTo(method: string, url: string | undefined): Access | undefined {
    return this.entries.get(`${method === 'HEAD' ? 'GET' : method} ${url}`)?.access;
  }

  list(): RouteEntry[] {
    return [...this.entries.values()];
  }
}
