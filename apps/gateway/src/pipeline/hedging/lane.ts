import { GatewayError } from '@multilane/errors';
import { ClientGone } from '@multilane/http';
import type { RoutingAttempt } from '@multilane/telemetry';
import { callInSomeFormat, type FormatPlanner } from '../../model-calls/ask-in-other-format.js';
import { noteFailure, startTrace } from '../../model-calls/call-route.js';
import { decodeAnswers } from '../../model-calls/call-target.js';
import { Overtaken } from '../../model-calls/hedged/overtaken.js';
import { type CallPlanning, ModelCall, type OvertakenCall } from '../../model-calls/model-call.js';
import type { NextAttempt, RouteRun } from '../../model-calls/route-run.js';
import type { ServingPlan } from '../../recording/request-parts.js';
import type { RouteTarget } from '../../snapshot/routes/route.js';
import type { RequestContext } from '../request-context.js';
import { planTarget } from '../stages/plan.stages.js';

/** One of two calls that race for the answer to a request. Its target was entered, or is before it starts. */
export class Lane implements CallPlanning, FormatPlanner {
  plan: ServingPlan | undefined = undefined;
  readonly call: ModelCall;
  readonly target: RouteTarget;
  /** Failure of the call; undefined until it fails. */
  problem: unknown = undefined;
  /** True once its failure is noted. */
  isNoted = false;
  private readonly trace: RoutingAttempt;
  private startedAt = performance.now();

  constructor(
    private readonly context: RequestContext,
    private readonly run: RouteRun,
    next: NextAttempt,
    readonly isSecond: boolean,
  ) {
    this.target = next.target;
    this.call = new ModelCall(context.asked, this, context.services);
    this.call.asker = context;
    this.call.waitsForContent = context.tried.waitsForContent;
    this.trace = startTrace(next);
    if (isSecond) this.trace.hedge = true;
  }

  /** Plans for the target. Throws the refusal of one that cannot serve the request. */
  planFor(): void {
    const { asked, planned } = this.context;
    const found = planTarget(asked, planned.guard, this.call, this.target);
    if (found instanceof GatewayError) throw found;
    this.plan = found;
  }

  planAnew(): void {
    this.planFor();
  }

  /** Calls the target. Resolves with true if it answered, or began to; with false once `problem` says what failed. Never rejects. */
  async start(): Promise<boolean> {
    const { call } = this;
    this.startedAt = performance.now();
    try {
      if (call.cancelled) throw new ClientGone();
      if (this.plan === undefined) this.planFor();
      await callInSomeFormat(call, this);
      if (!call.facts.streamed) call.decoded = decodeAnswers(call);
      return true;
    } catch (problem) {
      this.problem = problem;
      return false;
    }
  }

  /** Notes that another call begins beside it. */
  callBeside(second: Lane, now: number): void {
    this.trace.late = true;
    second.trace.waited_ms = Math.round(this.elapsedAt(now));
  }

  /** Milliseconds since its start. */
  elapsedAt(now: number): number {
    return now - this.startedAt;
  }

  /** Notes that its answer is the request's. */
  noteSuccess(now: number): void {
    const { call, run, target, trace } = this;
    run.attend(target);
    run.follow(target);
    trace.ms = Math.round(this.elapsedAt(now));
    run.succeeded(trace, call.facts.streamed, now);
  }

  /** Notes that it has failed. */
  noteFailure(now: number): void {
    if (this.isNoted) return;
    this.isNoted = true;
    const { call, problem, run, target, trace } = this;
    run.attend(target);
    trace.ms = Math.round(this.elapsedAt(now));
    noteFailure(call, run, target, { problem, trace, now });
  }

  /** Ends it: the other one has answered first. */
  overtake(now: number): void {
    const { call, run, target, trace } = this;
    trace.ms = Math.round(this.elapsedAt(now));
    trace.outcome = 'overtaken';
    run.attend(target);
    run.overtaken(trace, call.facts.streamed, now);
    call.cancel(new Overtaken());
  }

  /**
   * Use of a call that was ended before it answered.
   *
   * @param winnerMs time in which the other one has answered, in milliseconds; undefined if none has
   */
  describeUse(winnerMs: number | undefined, now: number): OvertakenCall | undefined {
    const { call, isSecond, plan, trace } = this;
    if (plan === undefined || call.attempts === 0) return undefined;
    const { streamedAnswer } = call;
    // The first chunk decides between streams, so that nothing of this one was generated yet.
    const isPart = !call.facts.streamed && winnerMs !== undefined && winnerMs > 0;
    const share = isPart ? Math.min(1, this.elapsedAt(now) / winnerMs) : 0;
    return { plan, usage: streamedAnswer?.usage(), share, trace, isSecond };
  }
}
