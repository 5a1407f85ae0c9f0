import { randomUUID } from 'node:crypto';
import type { SlotLimit } from '../limits/ceiling.js';
import { hasQueue, type SlotTicket } from '../limits/slot-queue.js';
import type { SlotStore, SlotVerdict } from '../limits/slot-store.js';
import { RedisAway } from './pending-command.js';
import type { WaitingRoom } from './queues/waiting-request.js';
import { defineScript, type RedisLink } from './redis-link.js';
import { RedisWaits } from './redis-waits.js';
import { type GatewayPosition, shareOf } from './share-of.js';

/** A slot that nobody has renewed for so long is free again, in seconds: its process has ended, or cannot reach Redis. */
export const LEASE_SECONDS = 20;

/** Interval at which a process renews the slots that it holds, in milliseconds. */
const RENEW_EVERY_MS = 5_000;

/** Slots that one command renews at most. */
const SLOTS_A_COMMAND = 500;

const NOW = `
local now = tonumber(ARGV[1])
if now == nil then
  local time = redis.call('TIME')
  now = tonumber(time[1]) + tonumber(time[2]) / 1000000
end
local lease = tonumber(ARGV[2])
`;

/** Takes a slot under all limits and answers 0, or under none and answers the position of the first that is full. */
const TAKE_SCRIPT = defineScript(`${NOW}
for at, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  if redis.call('ZCARD', key) >= tonumber(ARGV[3 + at]) and not redis.call('ZSCORE', key, ARGV[3]) then return at end
end
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + lease, ARGV[3])
  redis.call('EXPIRE', key, math.ceil(2 * lease))
end
return 0
`);

/** Renews slots of one counter, also those that Redis has lost or given up: they are in use. */
const RENEW_SCRIPT = defineScript(`${NOW}
for at = 3, #ARGV do redis.call('ZADD', KEYS[1], now + lease, ARGV[at]) end
redis.call('EXPIRE', KEYS[1], math.ceil(2 * lease))
return 0
`);

const RELEASE_SCRIPT = defineScript(`
for _, key in ipairs(KEYS) do redis.call('ZREM', key, ARGV[1]) end
return 0
`);

export interface RedisSlotsOptions {
  readonly link: Pick<RedisLink, 'isAway' | 'evaluate' | 'onBack'>;
  /** Position of this gateway among all, by which limits are divided while Redis is unavailable. */
  readonly findPosition: () => GatewayPosition;
  /** Called for each request that this process decides alone. */
  readonly onMiss?: () => void;
  /** Waiting requests of the process, whatever they wait for. */
  readonly room?: WaitingRoom;
  /** Seconds, instead of Redis's own clock. */
  readonly clock?: () => number;
}

/**
 * Slots in Redis, for all replicas: one round trip for all limits of a request. Each slot is a lease of its own, which the process that
 * holds it renews; the slots of a process that has ended run out. While Redis is unavailable, the process decides alone, by
 * its share of each limit.
 */
export class RedisSlots implements SlotStore {
  /** Slots of this process, by counter. */
  private readonly held = new Map<string, Set<string>>();
  private readonly sent = new Set<Promise<unknown>>();
  private readonly timer: NodeJS.Timeout;
  private readonly waits: RedisWaits;

  constructor(private readonly options: RedisSlotsOptions) {
    const { clock, link, room } = options;
    this.waits = new RedisWaits({
      link,
      clock,
      room,
      own: this,
      leaseSeconds: LEASE_SECONDS,
      processName: randomUUID(),
    });
    this.timer = setInterval(() => void this.renew(), RENEW_EVERY_MS);
    this.timer.unref();
    // What was taken meanwhile is counted before anything else is asked.
    link.onBack(() => void this.renew());
  }

  /** Counters under which this process holds slots. */
  get size(): number {
    return this.held.size;
  }

  take(limits: readonly SlotLimit[], slot: string, ticket?: SlotTicket): SlotVerdict | Promise<SlotVerdict> {
    if (hasQueue(limits)) return this.waits.enter(limits, slot, ticket);
    if (this.options.link.isAway) return this.takeAlone(limits, slot);
    return this.ask(limits, slot);
  }

  release(limits: readonly SlotLimit[], slot: string): void {
    for (const { counter } of limits) {
      const slots = this.held.get(counter);
      slots?.delete(slot);
      if (slots?.size === 0) this.held.delete(counter);
    }
    if (hasQueue(limits)) this.waits.release(limits, slot);
    else this.sendRelease(limits, slot);
  }

  endWaits(reason: Error): void {
    this.waits.room.endAll(reason);
  }

  /** Renews every slot of this process. Never rejects. */
  async renew(): Promise<void> {
    const { link } = this.options;
    if (link.isAway) return;
    const head = [this.options.clock?.() ?? '', LEASE_SECONDS];
    const sending: Promise<unknown>[] = [];
    for (const [counter, slots] of this.held) {
      const names = [...slots];
      for (let begin = 0; begin < names.length; begin += SLOTS_A_COMMAND) {
        const part = names.slice(begin, begin + SLOTS_A_COMMAND);
        sending.push(link.evaluate(RENEW_SCRIPT, [counter], [...head, ...part]));
      }
    }
    // The link reports that Redis is away; the next renewal tries again, long before a lease ends.
    await Promise.allSettled(sending);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.waits.close();
    await Promise.all(this.sent);
  }

  private async ask(limits: readonly SlotLimit[], slot: string): Promise<SlotVerdict> {
    const keys = limits.map(({ counter }) => counter);
    const args = [this.options.clock?.() ?? '', LEASE_SECONDS, slot, ...limits.map(({ limit }) => limit)];
    try {
      const full = Number(await this.options.link.evaluate(TAKE_SCRIPT, keys, args));
      if (full > 0) return limits[full - 1];
      this.hold(limits, slot);
      return undefined;
    } catch (error) {
      const verdict = this.takeAlone(limits, slot);
      if (verdict !== undefined) this.returnLate(error, limits, slot);
      return verdict;
    }
  }

  /** The part of this process of each limit must have room for one more, whatever the other processes hold. */
  private takeAlone(limits: readonly SlotLimit[], slot: string): SlotVerdict {
    this.noteMiss();
    return this.takeShare(limits, slot);
  }

  noteMiss(): void {
    this.options.onMiss?.();
  }

  takeShare(limits: readonly SlotLimit[], slot: string): SlotVerdict {
    const position = this.options.findPosition();
    for (const limit of limits) {
      const own = this.held.get(limit.counter)?.size ?? 0;
      if (own >= shareOf(limit.limit, 'requests', position, limit.counter)) return limit;
    }
    this.hold(limits, slot);
    return undefined;
  }

  hold(limits: readonly SlotLimit[], slot: string): void {
    for (const { counter } of limits) {
      const slots = this.held.get(counter);
      if (slots === undefined) this.held.set(counter, new Set([slot]));
      else slots.add(slot);
    }
  }

  /** Redis may have given the slot to a request that was rejected here. */
  private returnLate(error: unknown, limits: readonly SlotLimit[], slot: string): void {
    if (!(error instanceof RedisAway) || error.late === undefined) return;
    // Without an answer the lease runs out.
    error.late.then(
      () => this.sendRelease(limits, slot),
      () => undefined,
    );
  }

  private sendRelease(limits: readonly SlotLimit[], slot: string): void {
    if (this.options.link.isAway) return;
    const keys = limits.map(({ counter }) => counter);
    // A slot that cannot be returned is renewed no more, so it is free when its lease ends.
    const sending = this.options.link.evaluate(RELEASE_SCRIPT, keys, [slot]).then(
      () => undefined,
      () => undefined,
    );
    this.sent.add(sending);
    void sending.finally(() => this.sent.delete(sending));
  }
}
