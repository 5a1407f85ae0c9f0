import { describe, expect, it } from '@jest/globals';
import { hasRedis } from '@multilane/testing';
import { RedisLimitStore } from '../stores/redis-limit-store.js';
import { useTestLink } from '../stores/test-link.tools.spec.js';
import { findCeilings } from './find-ceilings.js';
import { Gateway, key, memory, NOBODY, redisBackend, team } from './rate-limits.tools.spec.js';
import { RequestLimits } from './request-limits.js';

const redis = useTestLink();

const shared = redisBackend(redis);

describe('rule 6, the memory backend', () => {
  it('holds the whole limit as burst and refills evenly across the window', async () => {
    const gateway = new Gateway(memory);
    const caller = gateway.caller({ team: team('t', 6) });
    expect(await gateway.admitted(caller, 10)).toBe(6);
    for (let n = 0; n < 12; n++) {
      gateway.advance(9.9);
      expect(await gateway.admitted(caller, 2)).toBe(0);
      gateway.advance(0.1);
      expect(await gateway.admitted(caller, 2)).toBe(1);
    }
    gateway.advance(1_000_000);
    expect(await gateway.admitted(caller, 10)).toBe(6);
  });

  it('several replicas each enforce the full limit', async () => {
    const [one, two] = [new Gateway(memory), new Gateway(memory)];
    const limits = { team: team('t', 4) };
    expect(await one.admitted(one.caller(limits), 9)).toBe(4);
    expect(await two.admitted(one.caller(limits), 9)).toBe(4);
  });
});

const onRedis = hasRedis() ? describe : describe.skip;

onRedis('rule 7, the shared-counter backend', () => {
  it('weights the previous interval by the part still inside the trailing window', async () => {
    const gateway = new Gateway(shared);
    const caller = gateway.caller({ team: team('t', 100) });
    expect(await gateway.admitted(caller, 80)).toBe(80);
    // A quarter into the next interval three quarters of the 80 count.
    gateway.advance(75);
    expect(await gateway.admitted(caller, 100)).toBe(40);
    gateway.advance(45);
    expect(await gateway.admitted(caller, 100)).toBe(60);
  });

  it('returns what was charged in the interval before, where it counts now', async () => {
    const gateway = new Gateway(shared);
    const caller = gateway.caller({ team: team('t', 0, 100) });
    const limits = new RequestLimits(findCeilings(undefined, caller, []), gateway.store);
    expect(await limits.admitTokens({ charge: 100, atLeast: 100, atMost: 100 }, 0)).toBeUndefined();
    gateway.advance(60);
    expect(await gateway.ask(caller, { prompt: 50 })).toMatchObject({ code: 'tpm_exceeded' });
    limits.settle(50, 0);
    await gateway.settled();
    expect(await gateway.ask(caller, { prompt: 51 })).toMatchObject({ code: 'tpm_exceeded' });
    expect(await gateway.ask(caller, { prompt: 50 })).toBe('admitted');
  });

  it('replicas share the counters', async () => {
    const [one, two] = [new Gateway(shared), new Gateway(shared)];
    const caller = one.caller({ team: team('t', 4) });
    expect(await one.admitted(caller, 3)).toBe(3);
    expect(await two.admitted(caller, 9)).toBe(1);
  });

  it('names every key of an organization with one hash tag, and lets each expire', async () => {
    const gateway = new Gateway(shared);
    gateway.add({ requestsPerDay: 5, tokensPerMinute: 50 });
    const caller = gateway.caller({ team: team('t', 5), apiKey: key('k', 5) });
    await gateway.ask(caller, { prompt: 5 });
    const keys = await redis.link.run((client) => client.keys(`*${gateway.organization}*`));
    expect(keys).toHaveLength(4);
    for (const name of keys) {
      expect(name).toMatch(new RegExp(`^ml:\\{${gateway.organization}\\}:limit:[^{}]+$`));
      const ttl = await redis.link.run((client) => client.pttl(name));
      expect(ttl).toBeGreaterThan(0);
      expect(ttl).toBeLessThanOrEqual(2 * 86_400_000);
    }
  });

  it("goes by Redis's own clock where it is given none", async () => {
    const store = new RedisLimitStore({ link: redis.link });
    const ceilings = findCeilings(
      undefined,
      { ...NOBODY, organization: `clock-${process.pid}-${Date.now()}`, team: team('t', 2) },
      [],
    );
    const verdicts = [];
    for (let n = 0; n < 3; n++) verdicts.push(await store.admit(ceilings.requests, undefined, 0));
    expect(verdicts).toEqual([undefined, undefined, ceilings.requests[0]]);
    const [name = ''] = ceilings.requests.map(({ counter }) => counter);
    const stored = await redis.link.run((client) => client.getBuffer(name));
    expect(Math.abs((stored?.readDoubleLE() ?? 0) - Date.now() / 60_000)).toBeLessThan(2);
  });
});
