import type { Kill } from './count-allowed-losses.js';

/** A request for one job or one line, as the provider saw it. Times are those of `performance.now()`. */
export interface SeenCall {
  readonly at: number;
  /** Port by which the gateway made the connection. */
  readonly port: number;
  /** Undefined: no answer began. */
  readonly answeredAt: number | undefined;
}

/** Requests that the provider answered more than once. */
export interface Repeats {
  /** Every answer but the last may have been unread when its gateway was killed. */
  readonly allowed: number;
  readonly others: number;
}

/**
 * Counts requests that ran again although the provider had begun to answer. A gateway notes the beginning of an answer when it reads it:
 * one that was killed within `boundMs` of the answer, or the machine's own stall beside it, may not have read it. Neither has one that was
 * dead already: its connections outlive it by as long as the machine takes to end a process.
 *
 * @param requests the calls of each request, in their order
 */
export function countRepeats(
  requests: readonly (readonly SeenCall[])[],
  kills: readonly Kill[],
  boundMs: number,
): Repeats {
  const repeated = requests
    .map((calls) => calls.filter(({ answeredAt }) => answeredAt !== undefined))
    .filter(({ length }) => length > 1);
  const isUnread = (call: SeenCall): boolean =>
    findKill(call, kills, ({ at, stallMs }) => at - (call.answeredAt ?? at) <= boundMs + stallMs) !== undefined;
  const allowed = repeated.filter((answered) => answered.slice(0, -1).every(isUnread)).length;
  return { allowed, others: repeated.length - allowed };
}

/** Finds the kill of the gateway that made a call, at which the call had begun. */
export function findKill(
  { at, port }: SeenCall,
  kills: readonly Kill[],
  isMeant: (kill: Kill) => boolean = () => true,
): Kill | undefined {
  return kills.find((kill) => kill.ports.has(port) && at <= kill.at && isMeant(kill));
}
