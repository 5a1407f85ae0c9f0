import type { RouteRun } from './route-run.js';

/** How a request came to the target that served it: for the audit log, and for whoever asks to have it explained. */
export interface RoutingDetails {
  /** The virtual model or the routing config. */
  readonly route: string;
  readonly strategy: string;
  /** A session decided. */
  readonly sticky: boolean;
  /** Those that could serve it, in the order in which they were to be tried. */
  readonly candidates: readonly string[];
  readonly skipped: RouteRun['skipped'];
  readonly attempts: RouteRun['attempts'];
}

export function describeRouting({ attempts, candidates, isOfSession, name, route, skipped }: RouteRun): RoutingDetails {
  const { sticky, strategy } = route.root;
  return {
    route: name,
    strategy,
    sticky: isOfSession && sticky && strategy !== 'failover',
    candidates: candidates.map(({ model }) => model.logicalName),
    skipped,
    attempts,
  };
}
