import { orderTargets, seedOf } from '@multilane/policy';
import { RouteRun } from '../model-calls/route-run.js';
import type { Route } from '../snapshot/route.js';
import type { RequestContext } from './request-context.js';

/** Puts the targets of a route in the order in which this request will try them. */
export function startRoute(context: RequestContext, route: Route, name: string, isStrict: boolean): RouteRun {
  const sessionId = context.exchange.headers['x-session-id'];
  const session = typeof sessionId === 'string' && sessionId !== '' ? seedOf(sessionId) : undefined;
  const facts = { now: performance.now(), random: Math.random, session, isStream: context.streamed };
  const run = new RouteRun(route, name, isStrict, session !== undefined, orderTargets(route.root, facts));
  context.route = run;
  return run;
}
