import type { Ceiling } from '@multilane/policy';
import { callRoute, type RoutePlanner } from '../../model-calls/call-route.js';
import { callTarget } from '../../model-calls/call-target.js';
import type { RouteRun } from '../../model-calls/route-run.js';
import type { RouteTarget } from '../../snapshot/route.js';
import type { RequestContext } from '../request-context.js';
import { sendShadow } from '../shadow-call.js';
import { enterTarget, refuseOver } from './limits.stages.js';
import { switchTo } from './plan.stages.js';

/** Sends the request to the provider, and waits until its answer is whole, or has begun where it is streamed. */
export function callUpstream(context: RequestContext): Promise<void> {
  const { planned, tried } = context;
  const { route } = planned;
  if (route === undefined) return callTarget(tried);
  sendShadow(context, route.route.shadow);
  return callRoute(tried, route, new RequestPlanner(context, route));
}

/** Plans for the targets of a request's route, each under the ceilings of its own. */
class RequestPlanner implements RoutePlanner {
  constructor(
    private readonly context: RequestContext,
    private readonly run: RouteRun,
  ) {}

  switchTo(target: RouteTarget): void {
    switchTo(this.context, target);
  }

  enter(target: RouteTarget): boolean | Promise<boolean> {
    return enterTarget(this.context, this.run, target);
  }

  refuse(ceiling: Ceiling): never {
    const { planned, tried } = this.context;
    if (tried.attempts === 0) planned.limits?.giveBackRequest(performance.now());
    refuseOver(this.context, ceiling);
  }
}
