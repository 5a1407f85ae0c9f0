import { createHash } from 'node:crypto';
import type { SlotLimit } from '../../limits/ceiling.js';
import { rankOf, type SlotTicket } from '../../limits/slot-queue.js';
import type { RedisArgument } from '../redis-link.js';
import { laneOf } from './waiting-request.js';

/** Arguments of a request for ENTER_SCRIPT. @param mayWait False without room for it in this process */
export function enterArguments(
  limits: readonly SlotLimit[],
  slot: string,
  ticket: SlotTicket | undefined,
  mayWait: boolean,
): readonly RedisArgument[] {
  const place = ticket
    ? [rankOf(ticket.priority), ticket.organization, createHash('sha1').update(laneOf(limits, ticket)).digest('hex')]
    : [0, '', ''];
  const each = limits.flatMap(({ limit, queue }) => [limit, queue?.maxLength ?? -1]);
  return [slot, ...place, mayWait ? 1 : 0, ...each];
}

/** Name of the hash slot that the counters of a request share. */
export function tagOf(limits: readonly SlotLimit[]): string {
  const counter = limits[0]?.counter ?? '';
  return counter.slice(0, counter.indexOf('}') + 1);
}
