/** A call of a target, as an explanation lists it. */
export interface Attempt {
  readonly model: string;
  readonly provider: string;
  readonly outcome: string;
  readonly status?: number;
  readonly ms: number;
  readonly waited_ms?: number;
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

/**
 * The tracks of a request, in the order in which they began. Attempts follow each other, so the time before the first
 * one that is not accounted for is the gateway's own; what follows the last attempt is the response on its way out.
 */
export function layOutTimeline(request: Timed, routing: Routing | null): Track[] {
  const total = Math.max(0, request.duration_ms);
  const attempts = routing?.attempts.length ? routing.attempts : guessAttempts(request);
  const spent = attempts.reduce((sum, { ms, waited_ms = 0 }) => sum + ms + waited_ms, 0);
  const tracks: Track[] = [];
  // The time before the first byte that no attempt took went by in the gateway: reading, policies, writing.
  const begun = request.time_to_first_byte_ms ?? total;
  let at = attempts.length === 0 ? total : clamp(begun - spent, 0, total);
  if (at > 0 || attempts.length === 0) tracks.push(trackOf('gateway', '', 0, at));
  for (const { model, provider, ms, outcome, status, waited_ms: waited = 0 } of attempts) {
    if (waited > 0) tracks.push(trackOf('wait', '', at, clamp(at + waited, at, total)));
    at = clamp(at + waited, 0, total);
    const end = clamp(at + ms, at, total);
    const detail = outcome === 'success' ? undefined : status === undefined ? outcome : `${outcome} ${status}`;
    tracks.push({
      kind: outcome === 'success' ? 'served' : 'failed',
      name: [provider, model].filter(Boolean).join(' / '),
      detail,
      startMs: at,
      endMs: end,
    });
    at = end;
  }
  if (attempts.length > 0 && at < total) tracks.push(trackOf('response', '', at, total));
  return tracks;
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
