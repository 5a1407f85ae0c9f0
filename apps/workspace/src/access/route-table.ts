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

  /** Undefined if no controller serves the request. */
  accessOf(request: Pick<FastifyRequest, 'method' | 'routeOptions'>): Access | undefined {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    return this.entries.get(`${method} ${request.routeOptions.url}`)?.access;
  }

  list(): RouteEntry[] {
    return [...this.entries.values()];
  }
}
