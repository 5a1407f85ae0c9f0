import { GatewayError } from '@multilane/errors';
import { ClientGone } from '@multilane/http';
import type { AnyLimit } from '@multilane/policy';
import { ProviderFailure } from '@multilane/providers';
import type { RoutingAttempt } from '@multilane/telemetry';
import type { RouteTarget } from '../snapshot/routes/route.js';
import { callInSomeFormat, type FormatPlanner } from './ask-in-other-format.js';
import { decodeAnswers } from './call-target.js';
import { noteTarget } from './cool-downs/cool-downs.js';
import { logLeftOut } from './describe-failure.js';
import { isWorthAnother } from './judge-failure.js';
import { type ModelCall, pauseCall } from './model-call.js';
import type { NextAttempt, RouteRun } from './route-run.js';

/** Planner for the targets of a route; may skip some of them. */
export interface RoutePlanner extends FormatPlanner {
  /** Plans for another target than the one before. Throws the refusal of one that cannot serve the request. */
  switchTo(target: RouteTarget): void;
  /** False if a policy rejects the target: it is passed over. */
  enter(target: RouteTarget): boolean | Promise<boolean>;
  /** Throws the caller's error if targets were passed over for this limit and no other answered. */
  refuse(limit: AnyLimit): never;
  /** The target has failed or was passed over, and another attempt follows. */
  leave(): void;
  /** Undefined if no second target is asked when the first is late. */
  readonly hedging?: Hedging | undefined;
}

/** Makes attempts with a second call beside them. */
export interface Hedging {
  /** Resolves with the problem of the attempt, undefined if it succeeded. Returns undefined if this attempt can have no second call. */
  attempt(next: NextAttempt): Promise<unknown> | undefined;
}

/**
 * Tries the targets of a route until one answers. Where all fail, the last failure is the answer, or the first refusal where
 * there was nothing else. Nothing was sent to the client yet: what comes after the first byte is
 * told inside the stream.
 */
export async function callRoute(call: ModelCall, run: RouteRun, planner: RoutePlanner): Promise<void> {
  call.waitsForContent = run.candidates.length > 1 || run.route.retry.attempts > 0;
  for (;;) {
    const next = run.next(performance.now(), Math.random());
    if (!next) throw refuseNone(call, run, planner);
    if (next.waitMs > 0) await pauseCall(call, next.waitMs);
    const entered = planner.enter(next.target);
    const isEntered = entered instanceof Promise ? await entered : entered;
    if (!isEntered || !run.enter(next.target, performance.now())) {
      planner.leave();
      continue;
    }
    const problem = await (planner.hedging?.attempt(next) ?? attempt(call, run, planner, next));
    if (problem === undefined) return;
    if (call.cancelled || call.isSpent || !isFollowed(problem, run)) {
      call.keepReported();
      throw problem;
    }
    call.logFollowed(problem);
    call.forgetAttempt();
    planner.leave();
  }
}

/** True if another target, or the same one again, is to be tried after this. */
function isFollowed(problem: unknown, run: RouteRun): boolean {
  const { isStrict, route } = run;
  if (problem instanceof ProviderFailure) {
    if (problem.code === 'context_length_exceeded') return run.keepLarger();
    return isWorthAnother(problem, route.retry.on);
  }
  return !isStrict && problem instanceof GatewayError && problem.status === 400;
}

/** Undefined if it succeeded. */
async function attempt(call: ModelCall, run: RouteRun, planner: RoutePlanner, next: NextAttempt): Promise<unknown> {
  const { target } = next;
  const startedAt = performance.now();
  const trace = startTrace(next);
  try {
    // The client may have left while the limits of the target were asked.
    if (call.cancelled) throw new ClientGone();
    planner.switchTo(target);
    await callInSomeFormat(call, planner);
    // An answer that cannot be read is a failure that another attempt may follow.
    if (isWholeAnswer(call)) call.decoded = decodeAnswers(call);
    const now = performance.now();
    trace.ms = Math.round(now - startedAt);
    run.succeeded(trace, call.facts.streamed, now);
    return undefined;
  } catch (problem) {
    const now = performance.now();
    trace.ms = Math.round(now - startedAt);
    noteFailure(call, run, target, { problem, trace, now });
    return problem;
  }
}

/** Begins the record of an attempt. */
export function startTrace({ target, waitMs }: NextAttempt): RoutingAttempt {
  const { logicalName, target: way } = target.model;
  const trace: RoutingAttempt = {
    model: logicalName,
    provider: way.providerName,
    provider_kind: way.provider.kind,
    outcome: 'success',
    ms: 0,
  };
  if (waitMs > 0) trace.waited_ms = Math.round(waitMs);
  return trace;
}

/** Failure of an attempt, at the moment `now`. */
interface FailedAttempt {
  readonly problem: unknown;
  readonly trace: RoutingAttempt;
  readonly now: number;
}

/** Notes that an attempt has failed, and whether its target is passed over from now on. */
export function noteFailure(
  call: ModelCall,
  run: RouteRun,
  target: RouteTarget,
  { now, problem, trace }: FailedAttempt,
): void {
  trace.outcome = outcomeOf(problem);
  if (problem instanceof ProviderFailure && problem.status !== undefined) trace.status = problem.status;
  const leftOut = run.failed(trace, problem, now);
  if (leftOut !== undefined) logLeftOut(call.services.logger, call.facts.requestId, leftOut);
  noteTarget(call.services.coolDowns, target, problem, now);
}

/** True if the provider's answer is JSON and complete. */
function isWholeAnswer({ facts, plan }: ModelCall): boolean {
  return !facts.streamed && plan.exchange === undefined && plan.socket === undefined;
}

function outcomeOf(problem: unknown): string {
  if (problem instanceof ProviderFailure) return problem.heldBack ?? problem.code;
  if (problem instanceof GatewayError) return problem.code;
  return problem instanceof ClientGone ? 'cancelled' : 'internal_error';
}

/** The time after which one of the targets is probed again is at most this, in seconds. */
const RETRY_AFTER_SECONDS = '30';

/** A target that was passed over for its limit is the caller's to wait for, whatever became of the others. */
function refuseNone(call: ModelCall, run: RouteRun, planner: RoutePlanner): unknown {
  if (run.refusal !== undefined) planner.refuse(run.refusal);
  return run.problem ?? refuseAll(call, run);
}

function refuseAll({ services }: ModelCall, run: RouteRun): GatewayError {
  services.metrics.recordPolicyDecision('refused', 'routing', 'provider_error');
  for (const { model } of run.candidates) run.skipped.push({ model: model.logicalName, why: 'out' });
  return new GatewayError('provider_error', {
    message: 'Every target of the model has failed repeatedly and is in cool-down. Try again in a few seconds.',
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  });
}
