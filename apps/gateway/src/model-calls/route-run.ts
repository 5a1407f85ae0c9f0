import type { AnyRequest } from '@multilane/contracts';
import {
  type AnyLimit,
  backOff,
  compareCeilings,
  type ExpectedCosts,
  LONGEST_WAIT_MS,
  orderTargets,
  seedOf,
} from '@multilane/policy';
import { ProviderFailure } from '@multilane/providers';
import type { RoutingAttempt, RoutingRecord } from '@multilane/telemetry';
import type { Route, RouteTarget } from '../snapshot/routes/route.js';
import { BYTES_A_TOKEN } from './estimates/estimate-prompt.js';
import { expectCosts } from './estimates/expect-costs.js';
import { Overtaken } from './hedged/overtaken.js';
import { isOperatorsTrouble, isTargetsFault, LONGEST_REST_MS } from './judge-failure.js';

/** Codes of the refusals of limits. */
export const REFUSALS = {
  requests: 'rpm_exceeded',
  tokens: 'tpm_exceeded',
  parallel: 'concurrency_exceeded',
} as const satisfies Record<AnyLimit['unit'], string>;

export interface NextAttempt {
  readonly target: RouteTarget;
  /** To be waited before, in milliseconds. */
  readonly waitMs: number;
}

/**
 * The way of one request through its route: which targets there are for it, which were tried, and what came of it. A target
 * that fails is followed by the next one at once; only when each has had its turn are they called again, after a pause, and
 * `retry.attempts` times in all.
 */
export class RouteRun {
  readonly skipped: RoutingRecord['skipped'][number][] = [];
  readonly attempts: RoutingAttempt[] = [];
  private readonly tried = new Set<RouteTarget>();
  /** Targets that rejected the operator's settings: they would do so again. */
  private readonly refusing = new Set<RouteTarget>();
  /** Targets that did not know the requested name: their fault only if another target knows it. */
  private readonly ignorant: RouteTarget[] = [];
  /** Models that were called. */
  private readonly called = new Set<string>();
  /** Models whose own limits have rejected the request. */
  private readonly over = new Set<string>();
  /** Tokens of the prompt, by the size of the request alone; 0 if it is not known. */
  tokens = 0;
  /** Targets that were named as passed over because their limits leave no room. */
  private fullNoted: Set<RouteTarget> | undefined = undefined;
  /** True once a prompt was found too long: targets for long prompts are open then. */
  private isTooLong = false;
  /** The model under whose own limits the request is counted, once it has been at another than the planned one. */
  countedAs: string | undefined = undefined;
  /** The outermost of the limits that rejected. */
  refusal: AnyLimit | undefined = undefined;
  private lastFailure: unknown = undefined;
  private firstRefusal: unknown = undefined;
  private repetitions = 0;
  private current: RouteTarget | undefined = undefined;
  private lastTried: RouteTarget | undefined = undefined;

  /**
   * @param name Of the virtual model or the routing config.
   * @param isStrict Whether every target must be able to serve the request: a virtual model promises to be one model. Those
   *   of a routing config that cannot are left out.
   * @param candidates In the order in which they are to be tried.
   * @param costs Expected costs of the request; undefined if the route does not compare them.
   */
  constructor(
    readonly route: Route,
    readonly name: string,
    readonly isStrict: boolean,
    readonly isOfSession: boolean,
    public candidates: readonly RouteTarget[],
    readonly costs: ExpectedCosts | undefined = undefined,
  ) {}

  /** Keeps those for which there is no reason to leave them out. */
  keep(findReason: (target: RouteTarget) => string | undefined): void {
    this.candidates = this.candidates.filter((target) => {
      const why = findReason(target);
      if (why !== undefined) this.skipped.push({ model: target.model.logicalName, why });
      return why === undefined;
    });
  }

  /**
   * Keeps the targets that were not tried and may have room for a prompt that is too long for the one that was; false, and nothing is
   * changed, if there are none.
   */
  keepLarger(): boolean {
    this.isTooLong = true;
    const last = this.lastTried;
    const window = last?.model.target.provider.facts?.contextWindow;
    const isLarger = (target: RouteTarget): boolean => {
      if (this.tried.has(target)) return false;
      const other = target.model.target.provider.facts?.contextWindow;
      return window === undefined || other === undefined || other > window;
    };
    if (!this.open.some(isLarger)) return false;
    this.keep((target) => (isLarger(target) || this.tried.has(target) ? undefined : 'context_length_exceeded'));
    if (last !== undefined) this.refusing.add(last);
    return true;
  }

  /** Leaves out every target of the model: its limit rejects the request. */
  passOver(model: string, ceiling: AnyLimit): void {
    this.over.add(model);
    this.skipped.push({ model, why: REFUSALS[ceiling.unit] });
    if (this.refusal === undefined || compareCeilings(ceiling, this.refusal) < 0) this.refusal = ceiling;
  }

  /** True if a target of the model was called. */
  hasCalled(model: string | undefined): boolean {
    return model !== undefined && this.called.has(model);
  }

  /** Opens the targets for long prompts if no others are left. */
  openForLong(): void {
    this.isTooLong ||= this.candidates.every(({ isForLongPrompts }) => isForLongPrompts);
  }

  /** Candidates that requests may be sent to: targets for long prompts are closed until one was found too long. */
  get open(): readonly RouteTarget[] {
    const { candidates, over } = this;
    if (over.size === 0 && !this.hasClosed) return candidates;
    return candidates.filter((target) => !over.has(target.model.logicalName) && !this.isClosed(target));
  }

  /** True if targets for long prompts are closed to the request. */
  get hasClosed(): boolean {
    return this.route.hasForLongPrompts && !this.isTooLong;
  }

  /** True for a target for long prompts while none was found too long. */
  isClosed({ isForLongPrompts }: RouteTarget): boolean {
    return isForLongPrompts === true && !this.isTooLong;
  }

  /** The candidate that would be called now. */
  first(now: number): RouteTarget | undefined {
    const candidates = this.open;
    return (
      candidates.find((target) => this.isFree(target, now) && this.hasRoom(target, now)) ??
      candidates.find((target) => this.isFree(target, now)) ??
      candidates.find(({ state }) => isIn(state.breakerAt(now))) ??
      candidates[0]
    );
  }

  /**
   * Chooses the next attempt, if any. The target's breaker is not asked yet: `enter` does.
   *
   * @param chance Of [0, 1).
   */
  next(now: number, chance: number): NextAttempt | undefined {
    const fresh = this.open.filter((each) => !this.tried.has(each) && isIn(each.state.breakerAt(now)));
    const roomy = fresh.find((target) => target.state.restAt(now) === 0 && this.hasRoom(target, now));
    if (roomy) this.notePassedOver(fresh, roomy, now);
    // A provider may be wrong about what is left: it is asked where nobody else can be.
    const rested = roomy ?? fresh.find(({ state }) => state.restAt(now) === 0);
    if (rested) return { target: rested, waitMs: 0 };
    // A provider that asked to be left alone is asked all the same if there is no other: it knows best for how long.
    const leastTired = this.tried.size === 0 ? leastResting(fresh, now) : undefined;
    if (leastTired) return { target: leastTired, waitMs: 0 };
    return this.nextRepetition(now, chance);
  }

  private isFree({ state }: RouteTarget, now: number): boolean {
    return state.restAt(now) === 0 && isIn(state.breakerAt(now));
  }

  /** True if the provider has not said that its limits leave no room for the request. */
  private hasRoom({ quotas }: RouteTarget, now: number): boolean {
    return quotas === undefined || quotas.waitFor(this.tokens, now) === 0;
  }

  /** Names the targets that another one is called before because their limits leave no room. */
  private notePassedOver(targets: readonly RouteTarget[], chosen: RouteTarget, now: number): void {
    for (const target of targets) {
      if (target === chosen) return;
      if (this.hasRoom(target, now) || this.fullNoted?.has(target)) continue;
      this.fullNoted ??= new Set();
      this.fullNoted.add(target);
      this.skipped.push({ model: target.model.logicalName, why: 'provider_quota' });
    }
  }

  /** True if no other target that was not tried could be called now. */
  isLastChoice(target: RouteTarget, now: number): boolean {
    return !this.open.some((each) => each !== target && !this.tried.has(each) && isIn(each.state.breakerAt(now)));
  }

  /** Begins an attempt; false if the target's breaker lets none through. */
  enter(target: RouteTarget, now: number): boolean {
    this.tried.add(target);
    this.lastTried = target;
    if (!target.state.breaker.tryEnter(now)) {
      this.skipped.push({ model: target.model.logicalName, why: 'out' });
      return false;
    }
    target.state.inFlight += 1;
    this.called.add(target.model.logicalName);
    this.current = target;
    return true;
  }

  /**
   * The target of a second call beside the one in progress: one that was not tried and has room; undefined if there is none.
   *
   * @param full targets that were found to have none
   */
  nextHedge(now: number, full: ReadonlySet<RouteTarget>): RouteTarget | undefined {
    return this.open.find(
      (target) =>
        !this.tried.has(target) &&
        !full.has(target) &&
        target.state.breakerAt(now) === 'in' &&
        target.state.restAt(now) === 0 &&
        this.hasRoom(target, now),
    );
  }

  /** Says which of two targets, both entered, is spoken of next. */
  attend(target: RouteTarget): void {
    this.current = target;
  }

  /** Says which of two targets has decided the attempt. */
  follow(target: RouteTarget): void {
    this.lastTried = target;
  }

  /** Another target answered first: the call of this one was ended. It would have taken longer than until now. */
  overtaken(trace: RoutingAttempt, isStream: boolean, now: number): void {
    this.attempts.push(trace);
    this.current?.state.recordAtLeast(trace.ms, isStream, now);
    this.end(new Overtaken(), now);
  }

  /** The target answered, or began to. */
  succeeded(trace: RoutingAttempt, isStream: boolean, now: number): void {
    const { current } = this;
    this.attempts.push(trace);
    for (const { state } of this.ignorant.splice(0)) state.breaker.recordFailure(now);
    if (!current) return;
    current.state.recordLatency(trace.ms, isStream, now);
    // A stream that breaks later has failed: it is waited for. But a probe that streams does not block other requests while it lasts.
    if (!isStream) this.end(undefined, now);
    else if (current.state.breakerAt(now) === 'probing') current.state.breaker.recordSuccess(now);
  }

  /** The attempt failed, for whatever reason. Returns the target if it is left out from now on. */
  failed(trace: RoutingAttempt, failure: unknown, now: number): RouteTarget | undefined {
    this.attempts.push(trace);
    const { current } = this;
    if (current && failure instanceof ProviderFailure && failure.retryAfterSeconds !== undefined) {
      current.state.restUntil(now + Math.min(failure.retryAfterSeconds * 1000, LONGEST_REST_MS));
    }
    if (current && failure instanceof ProviderFailure && isOperatorsTrouble(failure)) {
      this.firstRefusal ??= failure;
      this.refusing.add(current);
      // Names that no target knows, such as an earlier response, must not take targets from other callers.
      if (!isTargetsFault(failure)) this.ignorant.push(current);
    } else {
      this.lastFailure = failure;
    }
    return this.end(failure, now);
  }

  /** The client's error where every attempt failed: the last failure, or the first refusal if there was nothing else. */
  get problem(): unknown {
    return this.lastFailure ?? this.firstRefusal;
  }

  /** Learns the length of the target's answers from the one that it gave, in tokens. */
  learnAnswer(tokens: number): void {
    this.lastTried?.state.answers.add(tokens);
  }

  /**
   * The request has come to its end. Counts once for each attempt, no matter who calls it. Returns the target if its breaker
   * opened, so that it is left out from now on.
   */
  end(failure: unknown, now: number): RouteTarget | undefined {
    const { current } = this;
    if (!current) return undefined;
    this.current = undefined;
    current.state.inFlight -= 1;
    const { breaker } = current.state;
    const wasOut = breaker.stateAt(now) === 'out';
    const isFault = failure instanceof ProviderFailure && isTargetsFault(failure);
    if (isFault || failure === undefined) current.state.recordOutcome(isFault, now);
    if (failure === undefined) breaker.recordSuccess(now);
    else if (!(failure instanceof ProviderFailure) || failure.heldBack !== undefined) breaker.recordNothing();
    else if (isFault) breaker.recordFailure(now);
    else if (isOperatorsTrouble(failure)) breaker.recordNothing();
    // A target that rejects a request is available.
    else breaker.recordSuccess(now);
    return !wasOut && breaker.stateAt(now) === 'out' ? current : undefined;
  }

  private nextRepetition(now: number, chance: number): NextAttempt | undefined {
    const { attempts } = this.route.retry;
    if (this.tried.size === 0 || this.repetitions >= attempts) return undefined;
    const there = this.open.filter(
      (each) => this.tried.has(each) && !this.refusing.has(each) && isIn(each.state.breakerAt(now)),
    );
    const target = leastResting(there, now);
    if (!target) return undefined;
    const waitMs = Math.max(backOff(this.repetitions, chance), target.state.restAt(now));
    if (waitMs > LONGEST_WAIT_MS) return undefined;
    this.repetitions += 1;
    return { target, waitMs };
  }
}

function isIn(state: ReturnType<RouteTarget['state']['breakerAt']>): boolean {
  return state === 'in' || state === 'due';
}

/** The first of those that have the least rest left. */
function leastResting(targets: readonly RouteTarget[], now: number): RouteTarget | undefined {
  let least: RouteTarget | undefined;
  for (const target of targets) {
    if (!least || target.state.restAt(now) < least.state.restAt(now)) least = target;
  }
  return least;
}

/** Inputs that determine the order of a route's targets. */
export interface RouteStart {
  /** Name of the virtual model or the routing config. */
  readonly name: string;
  readonly isStrict: boolean;
  /** The session that the request names, if any. */
  readonly session: string | undefined;
  readonly isStream: boolean;
  /** Request, for routes that compare its expected costs. */
  readonly request: AnyRequest | undefined;
  /** Length of its body in bytes; NaN if it is not known. */
  readonly bytes: number;
}

/** Puts the targets of a route in the order in which a request will try them. */
export function startRoute(route: Route, start: RouteStart): RouteRun {
  const { bytes, name, isStrict, session: sessionId, isStream, request } = start;
  const session = sessionId === undefined ? undefined : seedOf(sessionId);
  const now = performance.now();
  const costs = expectCosts(route, request, now);
  const facts = { now, random: Math.random, session, isStream, costs };
  const run = new RouteRun(route, name, isStrict, session !== undefined, orderTargets(route.root, facts), costs);
  if (bytes > 0) run.tokens = bytes / BYTES_A_TOKEN;
  return run;
}
