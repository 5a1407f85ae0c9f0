import type { RoutingRecord } from '@multilane/telemetry';
import type { RouteRun } from '../model-calls/route-run.js';

/** For the audit log, and for whoever asks to have it explained. */
export function describeRouting({ attempts, candidates, isOfSession, name, route, skipped }: RouteRun): RoutingRecord {
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
