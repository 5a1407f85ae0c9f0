import { randomUUID } from 'node:crypto';
import type { ProviderQuotas, SharedReading } from '../routing/quotas/provider-quotas.js';
import type { QuotaReading } from '../routing/quotas/quota-gauge.js';
import { defineScript, type RedisLink } from './redis-link.js';

const KEY = 'ml:quotas';

/** Between two exchanges, in milliseconds. */
const EXCHANGE_EVERY_MS = 500;

/** Readings that Redis keeps at most; further credentials are not shared. */
const MOST_KEPT = 2_000;

/** Seconds after which Redis forgets all of them without a new one: no reading is believed for longer. */
const KEPT_SECONDS = 120;

/** Members of a reading in the answer of the script. */
const WIDTH = 5;

/** Stands for a reading that there is none of. */
const NONE = -1;

/**
 * Keeps the readings of one process and answers those that others wrote since the last call: a version first, then for each its name and
 * what is left of requests and tokens, with the milliseconds until the reset. Moments are by Redis's own clock.
 */
const EXCHANGE_SCRIPT = defineScript(`
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local seen = tonumber(ARGV[1])
local version = tonumber(redis.call('HGET', KEYS[1], '#') or '0')
if seen > version then seen = 0 end
local whole = function(number) return string.format('%.0f', number) end
local answer = {}
local count = 0
local all = redis.call('HGETALL', KEYS[1])
for at = 1, #all, 2 do
  if all[at] ~= '#' then
    local written, writer, requests, requestsEnd, tokens, tokensEnd =
      string.match(all[at + 1], '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$')
    if written == nil or math.max(tonumber(requestsEnd), tonumber(tokensEnd)) <= now then
      redis.call('HDEL', KEYS[1], all[at])
    else
      count = count + 1
      if tonumber(written) > seen and writer ~= ARGV[2] then
        for _, member in ipairs({ all[at], requests, whole(tonumber(requestsEnd) - now), tokens, whole(tonumber(tokensEnd) - now) }) do
          table.insert(answer, member)
        end
      end
    end
  end
end
for at = 4, #ARGV, 5 do
  local isKnown = redis.call('HEXISTS', KEYS[1], ARGV[at]) == 1
  if isKnown or count < tonumber(ARGV[3]) then
    if not isKnown then count = count + 1 end
    version = version + 1
    local value = { whole(version), ARGV[2] }
    for member = 1, 3, 2 do
      local left, reset = tonumber(ARGV[at + member]), tonumber(ARGV[at + member + 1])
      table.insert(value, whole(left))
      table.insert(value, reset < 0 and '0' or whole(now + reset))
    end
    redis.call('HSET', KEYS[1], ARGV[at], table.concat(value, ' '))
  end
end
if #ARGV > 3 then
  redis.call('HSET', KEYS[1], '#', whole(version))
  redis.call('EXPIRE', KEYS[1], ${KEPT_SECONDS})
end
table.insert(answer, 1, whole(version))
return answer
`);

/**
 * Shares over Redis what providers say is left: twice a second each process writes what it was told and reads what the others were. No
 * request waits for it, and while Redis is unavailable each process knows its own answers.
 */
export class RedisQuotas {
  private readonly name = randomUUID();
  private readonly timer: NodeJS.Timeout;
  private seen = 0;

  constructor(
    private readonly link: Pick<RedisLink, 'isAway' | 'evaluate'>,
    private readonly quotas: Pick<ProviderQuotas, 'adopt' | 'takeChanges'>,
  ) {
    this.timer = setInterval(() => void this.exchange(), EXCHANGE_EVERY_MS);
    this.timer.unref();
  }

  /** Writes and reads once. Never rejects. */
  async exchange(): Promise<void> {
    if (this.link.isAway) return;
    const changes = this.quotas.takeChanges(performance.now());
    const args = [this.seen, this.name, MOST_KEPT, ...changes.flatMap(write)];
    // The link reports that Redis is away; a reading that was not shared is told with the next answer of its provider.
    const answer = await this.link.evaluate(EXCHANGE_SCRIPT, [KEY], args).catch(() => undefined);
    if (!Array.isArray(answer)) return;
    const [version, ...members] = answer.map(String);
    this.seen = Number(version);
    this.quotas.adopt(read(members), performance.now());
  }

  stop(): void {
    clearInterval(this.timer);
  }
}

function write({ id, place, readings: { requests, tokens } }: SharedReading): (string | number)[] {
  return [`${place} ${id}`, ...writeReading(requests), ...writeReading(tokens)];
}

/** The largest number that a script takes as it is. */
const MOST_LEFT = 1e15;

function writeReading(reading: QuotaReading | undefined): [number, number] {
  if (reading?.resetMs === undefined) return [0, NONE];
  return [Math.min(Math.floor(reading.left), MOST_LEFT), Math.ceil(reading.resetMs)];
}

function read(members: readonly string[]): SharedReading[] {
  const shared: SharedReading[] = [];
  for (let at = 0; at + WIDTH <= members.length; at += WIDTH) {
    const [name = '', ...numbers] = members.slice(at, at + WIDTH);
    const [requests = 0, requestsMs = 0, tokens = 0, tokensMs = 0] = numbers.map(Number);
    const space = name.indexOf(' ');
    shared.push({
      id: name.slice(space + 1),
      place: Number(name.slice(0, space)),
      readings: { requests: readReading(requests, requestsMs), tokens: readReading(tokens, tokensMs) },
    });
  }
  return shared;
}

function readReading(left: number, resetMs: number): QuotaReading | undefined {
  return resetMs > 0 ? { left, resetMs } : undefined;
}
