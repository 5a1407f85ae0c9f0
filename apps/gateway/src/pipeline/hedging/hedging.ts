import type { Hedging } from '../../model-calls/call-route.js';
import type { NextAttempt, RouteRun } from '../../model-calls/route-run.js';
import type { Hedge } from '../../snapshot/routes/route.js';
import type { RequestContext } from '../request-context.js';
import { mayHedge } from './may-hedge.js';
import { Race } from './race.js';

/** Starts the second call of a request, once (docs/contract/routing.md#hedging); undefined if the request may have none. */
export function startHedging(context: RequestContext, run: RouteRun, hedge: Hedge): Hedging | undefined {
  if (!mayHedge(context, run, hedge)) return undefined;
  hedge.allowance.earn(hedge.maxPercent);
  return {
    attempt(next: NextAttempt): Promise<unknown> | undefined {
      const afterMs = hedge.after === 'p95' ? next.target.state.p95(context.asked.streamed) : hedge.after;
      const { planned, tried } = context;
      if (afterMs === undefined || planned.hedge !== undefined || tried.cancelled) return undefined;
      return new Race(context, run, hedge, next).start(afterMs);
    },
  };
}
