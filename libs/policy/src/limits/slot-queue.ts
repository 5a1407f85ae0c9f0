import { REQUEST_PRIORITIES, type RequestPriority } from '@multilane/contracts';
import type { SlotLimit } from './ceiling.js';

export { REQUEST_PRIORITIES, type RequestPriority };

/** True if requests wait where one of the limits is full. */
export function hasQueue(limits: readonly SlotLimit[]): boolean {
  return limits.some(({ queue }) => queue !== undefined);
}

/** Place of a priority class among all, from 0. */
export function rankOf(priority: RequestPriority): number {
  return REQUEST_PRIORITIES.indexOf(priority);
}

/**
 * One of so many slots that get free goes to the request that has waited longest, whatever its priority and its owner: the lowest class
 * gets at least this share of the slots.
 */
export const LONGEST_WAITING_EVERY = 8;

/** Lanes that are looked at for a request that fits, and requests of those that have waited longest. */
export const LANES_EXAMINED = 1_000;
export const LONGEST_EXAMINED = 100;

/** Ends of a wait. */
export interface SlotWait {
  /** Leaves the queue at once: its client has left, or the process ends. */
  abort(reason: Error): void;
}

/** A request that may wait for its slots. */
export interface SlotTicket {
  readonly priority: RequestPriority;
  /** Organization of the caller. Organizations take turns. */
  readonly organization: string;
  /** Key, team or person of the caller. Those of one organization take turns. */
  readonly member: string;
  /** Size of the parked body, in bytes. */
  readonly bytes: number;
  /** Longest wait in milliseconds, instead of the queue's own. */
  readonly maxWaitMs?: number | undefined;
  /** Called when the request begins to wait for the limit that is full. It may abort the wait at once. */
  begin(wait: SlotWait, full: SlotLimit): void;
}
