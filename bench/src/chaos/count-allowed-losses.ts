import type { SeenRequest } from './drive-callers.js';

/** A gateway that was ended as `kill -9` does. */
export interface Kill {
  readonly gateway: number;
  /** `performance.now()` just before the signal. */
  readonly at: number;
  /** Longest time that the machine had kept a process waiting for a processor, in milliseconds. */
  readonly stallMs: number;
  /** Local ports of its connections. */
  readonly ports: ReadonlySet<number>;
}

/** Losses that a kill may cause, by the bound that docs/reliability.md states. */
export interface AllowedLosses {
  /** Answers of the killed gateways that callers had within the bound before the kill, or what their rate makes of it. */
  readonly records: number;
  /** Answers per second of the killed gateways in the second before. */
  readonly rate: number;
  /** The longest stall at the kills, in milliseconds. */
  readonly stallMs: number;
}

const RATE_WINDOW_MS = 1_000;

/**
 * Counts the records that kills may lose.
 *
 * @param boundMs Records that are older than so many milliseconds must survive, where the machine had no stall
 */
export function countAllowedLosses(
  seen: readonly Pick<SeenRequest, 'durationMs' | 'gateway' | 'outcome' | 'sentAt'>[],
  kills: readonly Omit<Kill, 'ports'>[],
  boundMs: number,
): AllowedLosses {
  let records = 0;
  let rate = 0;
  let longest = 0;
  for (const { gateway, at, stallMs } of kills) {
    const bound = boundMs + stallMs;
    longest = Math.max(longest, stallMs);
    const endings = seen
      .filter(({ outcome, ...request }) => request.gateway === gateway && request.sentAt < at && isAnswer(outcome))
      .map(({ durationMs, sentAt }) => sentAt + durationMs);
    const perSecond = endings.filter((end) => end >= at - RATE_WINDOW_MS && end < at).length;
    const within = endings.filter((end) => end >= at - bound).length;
    records += Math.max(within, Math.ceil((perSecond * bound) / RATE_WINDOW_MS));
    rate += perSecond;
  }
  return { records, rate, stallMs: longest };
}

function isAnswer(outcome: string): boolean {
  return outcome !== 'broken' && outcome !== 'no connection';
}
