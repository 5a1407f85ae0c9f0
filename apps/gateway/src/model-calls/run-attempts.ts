import { GatewayError } from '@multilane/errors';
import { ClientGone } from '@multilane/http';
import { ProviderFailure } from '@multilane/providers';
import type { RoutingAttempt } from '@multilane/telemetry';
import { enterTarget } from '../pipeline/pass-over.js';
import { switchTo } from '../pipeline/plan-route.js';
import { refuseOver } from '../pipeline/refuse-over.js';
import type { RequestContext } from '../pipeline/request-context.js';
import type { RouteTarget } from '../snapshot/route.js';
import { isWorthAnother } from './judge-failure.js';
import { logAttempt } from './log-attempt.js';
import type { RouteRun } from './route-run.js';

/** Calls one target, as the plan of the context says; resolves when its answer has begun, or is whole and was understood. */
type Call = (context: RequestContext) => Promise<void>;

/**
 * Tries the targets of a route until one answers. Where all fail, the last failure is the answer, or the first refusal where
 * there was nothing else. Nothing was sent to the client yet: what comes after the first byte is
 * told inside the stream.
 */
export async function runAttempts(context: RequestContext, run: RouteRun, call: Call): Promise<void> {
  for (;;) {
    const next = run.next(performance.now(), Math.random());
    if (!next) throw refuseNone(context, run);
    if (next.waitMs > 0) await waitForTurn(context, next.waitMs);
    const entered = enterTarget(context, run, next.target);
    if (!(entered instanceof Promise ? await entered : entered)) continue;
    if (!run.enter(next.target, performance.now())) continue;
    const problem = await attempt(context, run, next.target, call, next.waitMs);
    if (problem === undefined) return;
    if (context.cancelled || !isFollowed(problem, run)) throw problem;
    logAttempt(context, problem);
    forgetAttempt(context);
  }
}

/** Whether another target, or the same one again, is to be tried after this. */
function isFollowed(problem: unknown, { isStrict, route }: RouteRun): boolean {
  if (problem instanceof ProviderFailure) return isWorthAnother(problem, route.retry.on);
  return !isStrict && problem instanceof GatewayError && problem.status === 400;
}

/** Undefined where it succeeded. */
async function attempt(
  context: RequestContext,
  run: RouteRun,
  target: RouteTarget,
  call: Call,
  waitedMs: number,
): Promise<unknown> {
  const startedAt = performance.now();
  const { logicalName, target: way } = target.model;
  const trace: RoutingAttempt = { model: logicalName, provider: way.provider.kind, outcome: 'success', ms: 0 };
  if (waitedMs > 0) trace.waited_ms = Math.round(waitedMs);
  try {
    // The client may have left while the ceilings of the target were asked.
    if (context.cancelled) throw new ClientGone();
    switchTo(context, target);
    await call(context);
    const now = performance.now();
    trace.ms = Math.round(now - startedAt);
    run.succeeded(trace, context.streamed, now);
    return undefined;
  } catch (problem) {
    const now = performance.now();
    trace.ms = Math.round(now - startedAt);
    trace.outcome = outcomeOf(problem);
    if (problem instanceof ProviderFailure && problem.status !== undefined) trace.status = problem.status;
    run.failed(trace, problem, now);
    return problem;
  }
}

function outcomeOf(problem: unknown): string {
  if (problem instanceof ProviderFailure || problem instanceof GatewayError) return problem.code;
  return problem instanceof ClientGone ? 'cancelled' : 'internal_error';
}

/** Rejects when the client leaves meanwhile. */
function waitForTurn(context: RequestContext, milliseconds: number): Promise<void> {
  if (context.cancelled) return Promise.reject(new ClientGone());
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      context.abortable = undefined;
      resolve();
    }, milliseconds);
    const abort = (reason: Error): void => {
      clearTimeout(timer);
      reject(reason);
    };
    context.abortable = { abort };
  });
}

/** The next attempt begins as if there had been none; what was used is not forgotten. */
function forgetAttempt(context: RequestContext): void {
  context.abortable = undefined;
  context.streamedAnswer = undefined;
  context.wholeAnswers = [];
  context.decoded = undefined;
  context.completionParts.length = 0;
  context.relayedCharacters = 0;
  context.loseUsage();
}

/** The time after which one of the targets is probed again is at most this, in seconds. */
const RETRY_AFTER_SECONDS = '30';

/** A target that was passed over for its ceiling is the caller's to wait for, whatever became of the others. */
function refuseNone(context: RequestContext, run: RouteRun): unknown {
  if (run.refusal !== undefined) {
    if (context.attempts === 0) context.limits?.giveBackRequest(performance.now());
    refuseOver(context, run.refusal);
  }
  return run.problem ?? refuseAll(context, run);
}

function refuseAll({ services }: RequestContext, run: RouteRun): GatewayError {
  services.metrics.recordPolicyDecision('refused', 'routing', 'provider_error');
  for (const { model } of run.candidates) run.skipped.push({ model: model.logicalName, why: 'out' });
  return new GatewayError('provider_error', {
    message: 'Every target of the model has failed too often of late; they are tried again soon.',
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  });
}
