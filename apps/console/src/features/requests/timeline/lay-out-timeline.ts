/** A call of a target, as an explanation lists it. */
export interface Attempt {
  readonly model: string;
  readonly provider: string;
  readonly outcome: string;
  readonly status?: number;
  readonly ms: number;
  readonly waited_ms?: number;
  /** A call that was late, and the one that was made beside it. */
  readonly late?: boolean;
  readonly hedge?: boolean;
}

export interface Routing {
  readonly route: string;
  readonly strategy: string;
  readonly sticky: boolean;
  readonly candidates: readonly string[];
  readonly skipped: readonly { readonly model: string; readonly why: string }[];
  readonly attempts: readonly Attempt[];
  /** Expected costs of the targets; left out for strategies that compare none. */
  readonly costs?: readonly {
    readonly model: string;
    readonly usd: number | null;
    readonly answer_tokens: number;
    readonly healthy: boolean;
  }[];
}

interface Timed {
  readonly duration_ms: number;
  readonly time_to_first_byte_ms: number | null;
  readonly outcome: string;
  readonly attempts: number;
  readonly cache: string | null;
  readonly provider: string | null;
  readonly upstream_model: string | null;
}

/** A track of the timeline: what happened from `startMs` to `endMs` after the arrival. */
export interface Track {
  readonly kind: 'gateway' | 'wait' | 'failed' | 'served' | 'response';
  readonly name: string;
  readonly detail: string | undefined;
  readonly startMs: number;
  readonly endMs: number;
}

/** Calls that follow others, or two at the same time. */
interface Step {
  readonly attempts: readonly Attempt[];
  /** Milliseconds until its last call has ended, with the wait before it. */
  readonly ms: number;
}

/** Puts a call that was late and the one beside it into one step. */
function toSteps(attempts: readonly Attempt[]): Step[] {
  const steps: Step[] = [];
  for (const [index, attempt] of attempts.entries()) {
    const before = attempts[index - 1];
    const isSecondOfPair = before !== undefined && isPair(before, attempt);
    if (isSecondOfPair) steps.pop();
    const pair = isSecondOfPair ? [before, attempt].toSorted((one) => (one.late ? -1 : 1)) : [attempt];
    steps.push({ attempts: pair, ms: Math.max(...pair.map(({ ms, waited_ms = 0 }) => ms + waited_ms)) });
  }
  return steps;
}

function isPair(one: Attempt, other: Attempt): boolean {
  return (one.late === true && other.hedge === true) || (one.hedge === true && other.late === true);
}

/**
 * The tracks of a request, in the order in which they began. Attempts follow each other, but for a second call beside one that is late;
 * the time before the first one that is not accounted for is the gateway's own; what follows the last attempt is the response on its way
 * out.
 */
export function layOutTimeline(request: Timed, routing: Routing | null): Track[] {
  const total = Math.max(0, request.duration_ms);
  const attempts = routing?.attempts.length ? routing.attempts : guessAttempts(request);
  const steps = toSteps(attempts);
  const spent = steps.reduce((sum, { ms }) => sum + ms, 0);
  const tracks: Track[] = [];
  // The time before the first byte that no attempt took went by in the gateway: reading, policies, writing.
  const begun = request.time_to_first_byte_ms ?? total;
  let at = attempts.length === 0 ? total : clamp(begun - spent, 0, total);
  if (at > 0 || attempts.length === 0) tracks.push(trackOf('gateway', '', 0, at));
  for (const step of steps) {
    for (const attempt of step.attempts) {
      const { hedge, ms, waited_ms: waited = 0 } = attempt;
      if (waited > 0 && !hedge) tracks.push(trackOf('wait', '', at, clamp(at + waited, at, total)));
      const start = clamp(at + waited, 0, total);
      tracks.push(trackOfAttempt(attempt, start, clamp(start + ms, start, total)));
    }
    at = clamp(at + step.ms, 0, total);
  }
  if (attempts.length > 0 && at < total) tracks.push(trackOf('response', '', at, total));
  return tracks;
}

function trackOfAttempt({ model, outcome, provider, status }: Attempt, startMs: number, endMs: number): Track {
  const detail = outcome === 'success' ? undefined : status === undefined ? outcome : `${outcome} ${status}`;
  const name = [provider, model].filter(Boolean).join(' / ');
  return { kind: outcome === 'success' ? 'served' : 'failed', name, detail, startMs, endMs };
}

function trackOf(kind: Track['kind'], name: string, startMs: number, endMs: number): Track {
  return { kind, name, detail: undefined, startMs, endMs };
}

/** A plain model has no record of its attempts: one bar says what is known. */
function guessAttempts(request: Timed): Attempt[] {
  if (request.attempts === 0 || request.cache === 'hit' || request.provider === null) return [];
  const { duration_ms, outcome, provider, time_to_first_byte_ms: first } = request;
  return [{ model: request.upstream_model ?? '', provider, outcome, ms: first ?? duration_ms }];
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
