import { ClientGone } from '@multilane/http';
import { absorbCall, adoptCall } from '../../model-calls/hedged/join-calls.js';
import type { NextAttempt, RouteRun } from '../../model-calls/route-run.js';
import type { Hedge, RouteTarget } from '../../snapshot/routes/route.js';
import type { Abortable } from '../../upstream/upstream-sink.js';
import { leaveTarget } from '../hold-slots.js';
import type { RequestContext } from '../request-context.js';
import { type HedgeUse, takeForHedge } from './hedge-use.js';
import { Lane } from './lane.js';

/** Targets that are asked for room at most. */
const MOST_ASKED = 4;
const NONE: ReadonlySet<RouteTarget> = new Set();

/**
 * One attempt of a route with a second call beside it, if the first byte is late. The first answer is the request's; the other call is
 * ended. If the second call fails, the first one still counts, and its failure is that of the attempt.
 */
export class Race implements Abortable {
  private readonly first: Lane;
  private second: Lane | undefined = undefined;
  private use: HedgeUse | undefined = undefined;
  private isEntering = false;
  private isDecided = false;
  private timer: NodeJS.Timeout | undefined = undefined;
  private resolve: (problem: unknown) => void = unset;

  constructor(
    private readonly context: RequestContext,
    private readonly run: RouteRun,
    private readonly hedge: Hedge,
    next: NextAttempt,
  ) {
    this.first = new Lane(context, run, next, false);
  }

  /**
   * Resolves with the problem of the attempt; with undefined if a call answered, or began to. Never rejects.
   *
   * @param afterMs milliseconds after which another target is asked
   */
  start(afterMs: number): Promise<unknown> {
    const { context, first } = this;
    context.tried.abortable = this;
    return new Promise((resolve) => {
      this.resolve = resolve;
      this.timer = setTimeout(() => void this.hedgeNow(), afterMs);
      this.watch(first);
      // A stream that is opened for a client that waits names this target.
      this.serveBy(first);
    });
  }

  /** The client has left both. */
  abort(reason: Error): void {
    clearTimeout(this.timer);
    this.first.call.cancel(reason);
    this.second?.call.cancel(reason);
  }

  private watch(lane: Lane): void {
    void lane.start().then((hasAnswered) => {
      if (this.isDecided) return;
      if (hasAnswered) this.win(lane);
      else this.fail(lane);
    });
  }

  private fail(lane: Lane): void {
    clearTimeout(this.timer);
    lane.noteFailure(performance.now());
    if (this.isRunning(lane === this.first ? this.second : this.first) || this.isEntering) {
      lane.call.logFollowed(lane.problem);
      if (lane.isSecond) this.use?.releaseSlots();
      return;
    }
    this.giveUp();
  }

  private isRunning(lane: Lane | undefined): boolean {
    return lane !== undefined && !lane.isNoted;
  }

  private async hedgeNow(): Promise<void> {
    const { context, hedge, run } = this;
    const { metrics } = context.services;
    if (run.nextHedge(performance.now(), NONE) === undefined) return metrics.recordHedge('unavailable');
    if (!hedge.allowance.spend()) return metrics.recordHedge('limited');
    this.isEntering = true;
    const found = await this.enterNext();
    this.isEntering = false;
    if (found !== undefined && this.isWanted && run.enter(found.lane.target, performance.now())) {
      const { lane, use } = found;
      this.use = use;
      context.planned.hedge = use;
      this.second = lane;
      this.first.callBeside(lane, performance.now());
      this.watch(lane);
      return;
    }
    found?.use.giveBack();
    hedge.allowance.giveBack();
    if (found === undefined) metrics.recordHedge('unavailable');
    if (!this.isDecided && !this.isRunning(this.first)) this.giveUp();
  }

  /** True while an answer of a second call would be of use. */
  private get isWanted(): boolean {
    return !this.isDecided && !this.context.tried.cancelled;
  }

  /** Takes what a call of the next target with room needs; undefined if there is none. */
  private async enterNext(): Promise<{ readonly lane: Lane; readonly use: HedgeUse } | undefined> {
    const full = new Set<RouteTarget>();
    while (full.size < MOST_ASKED && this.isWanted) {
      const target = this.run.nextHedge(performance.now(), full);
      if (target === undefined) return undefined;
      const lane = new Lane(this.context, this.run, { target, waitMs: 0 }, true);
      const use = await this.take(lane);
      if (use !== undefined) return { lane, use };
      full.add(target);
    }
    return undefined;
  }

  private async take(lane: Lane): Promise<HedgeUse | undefined> {
    const { context } = this;
    try {
      lane.planFor();
      return lane.plan && (await takeForHedge(context, lane.target, lane.plan));
    } catch (error) {
      // The request has an attempt: it does without a second one.
      context.services.logger.warn({ request_id: context.asked.requestId, err: error }, 'no second call could be made');
      return undefined;
    }
  }

  private win(lane: Lane): void {
    this.isDecided = true;
    clearTimeout(this.timer);
    const { context, first, second, use } = this;
    const { planned, services, tried } = context;
    const now = performance.now();
    const other = lane === first ? second : first;
    if (other !== undefined) {
      // It may have failed at the same moment.
      if (other.problem !== undefined) other.noteFailure(now);
      const isLate = this.isRunning(other);
      if (isLate) this.noteUse(other, lane.elapsedAt(now), now);
      if (isLate) other.overtake(now);
      else other.call.loseUsage();
      services.metrics.recordHedge(lane === second ? 'won' : isLate ? 'lost' : 'failed');
      absorbCall(tried, other.call);
    }
    lane.noteSuccess(now);
    adoptCall(tried, lane.call);
    this.serveBy(lane);
    if (lane === second && use !== undefined) {
      planned.wonByHedge = true;
      leaveTarget(planned);
      planned.heldAtTarget = use.takeSlots();
    } else use?.releaseSlots();
    this.resolve(undefined);
  }

  /** Both have failed, or the client has left them. */
  private giveUp(): void {
    this.isDecided = true;
    const { context, first, run, second, use } = this;
    const { services, tried } = context;
    use?.releaseSlots();
    // A call that the client left may have been worked on, where one that failed was not.
    const isSecondLeft = second?.problem instanceof ClientGone;
    const counted = second !== undefined && isSecondLeft && !(first.problem instanceof ClientGone) ? second : first;
    const other = counted === first ? second : first;
    if (other !== undefined) {
      if (other.problem instanceof ClientGone) this.noteUse(other, undefined, performance.now());
      else other.call.loseUsage();
      absorbCall(tried, other.call);
      services.metrics.recordHedge('failed');
    }
    adoptCall(tried, counted.call);
    this.serveBy(counted);
    run.follow(counted.target);
    this.resolve(counted.problem);
  }

  private noteUse(lane: Lane, winnerMs: number | undefined, now: number): void {
    const { tried } = this.context;
    const used = lane.describeUse(winnerMs, now);
    if (used !== undefined) tried.overtaken = [...(tried.overtaken ?? []), used];
  }

  private serveBy({ plan }: Lane): void {
    const { planned } = this.context;
    if (plan === undefined) return;
    planned.model = plan.model;
    planned.plan = plan;
  }
}

function unset(): void {}
