import { randomUUID } from 'node:crypto';
import { defineScript, type RedisLink } from './redis-link.js';
import type { GatewayPosition } from './share-of.js';

const KEY = 'ml:gateways';

/** Between two signs of life, in milliseconds. */
const BEAT_EVERY_MS = 1_000;

/** A gateway that has given none for so long is not counted any more, in seconds. */
const GONE_AFTER_SECONDS = 10;

/** So many gateways are distinguished at most. */
const MAX_GATEWAYS = 1_000;

/** By Redis's own clock. Answers the names of all gateways, in the same order for all of them. */
const BEAT_SCRIPT = defineScript(`
local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))
redis.call('EXPIRE', KEYS[1], 10 * tonumber(ARGV[2]))
local names = redis.call('ZRANGE', KEYS[1], 0, tonumber(ARGV[3]) - 1)
table.sort(names)
return names
`);

/**
 * The gateways that share a Redis: each gives a sign of life every second. While Redis is unavailable the last that were known
 * count as present; a process that has never seen any counts itself as the only one.
 */
export class GatewayRegistry {
  private readonly name = randomUUID();
  private names: readonly string[] = [];
  private known: GatewayPosition = { count: 1, position: 0 };
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly link: RedisLink) {
    this.timer = setInterval(() => void this.beat(), BEAT_EVERY_MS);
    this.timer.unref();
    link.onBack(() => void this.beat());
    if (!link.isAway) void this.beat();
  }

  get position(): GatewayPosition {
    return this.known;
  }

  /** Gives a sign of life, and learns of the others. Never rejects. */
  async beat(): Promise<void> {
    if (this.link.isAway) return;
    const args = [this.name, GONE_AFTER_SECONDS, MAX_GATEWAYS];
    // The link reports that Redis is away; the others are counted as before.
    const names = await this.link.evaluate(BEAT_SCRIPT, [KEY], args).catch(() => undefined);
    if (!Array.isArray(names)) return;
    this.names = names.map(String);
    const position = this.names.indexOf(this.name);
    // Beyond what is distinguished, one shares the part of another.
    this.known = { count: Math.max(1, this.names.length), position: Math.max(0, position) };
  }

  /** The others continue without this process at once. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    if (this.link.isAway) return;
    // Its entry runs out by itself.
    await this.link.run((client) => client.zrem(KEY, this.name)).catch(() => undefined);
  }
}
