import { describe, expect, it } from '@jest/globals';
import { hasRedis } from '@multilane/testing';
import { useTestLink } from '../stores/test-link.tools.spec.js';
import { Gateway, key, memory, redisBackend, team, WINDOWS } from './rate-limits.tools.spec.js';

const redis = useTestLink();

describe.each(hasRedis() ? [memory, redisBackend(redis)] : [memory])('rate limits on the $name backend', (backend) => {
  const start = () => new Gateway(backend);

  describe('the rules of docs/contract/limits.md#ceilings', () => {
    it('0 always means unlimited', async () => {
      const gateway = start();
      gateway.add({ requestsPerHour: 0, tokensPerDay: 0 });
      const caller = gateway.caller({ team: team('t', 0, 0), apiKey: key('k', 0, 0) });
      expect(await gateway.admitted(caller, 50, { prompt: 1_000_000, completion: 1_000_000 })).toBe(50);
    });

    it('a request is rejected the moment a limit is reached', async () => {
      const gateway = start();
      const caller = gateway.caller({ team: team('t', 3) });
      for (let n = 0; n < 3; n++) expect(await gateway.ask(caller)).toBe('admitted');
      expect(await gateway.ask(caller)).toEqual({ code: 'rpm_exceeded', scope: 'team', retryAfter: 60 });
    });

    it('tokens too are rejected, whatever the prompt, once the limit is reached', async () => {
      const gateway = start();
      const caller = gateway.caller({ team: team('t', 0, 100) });
      expect(await gateway.ask(caller, { prompt: 60, completion: 40 })).toBe('admitted');
      expect(await gateway.ask(caller, { prompt: 0 })).toEqual({ code: 'tpm_exceeded', scope: 'team', retryAfter: 60 });
    });

    it('every matching limit must allow the request; a narrower scope never raises a broader one', async () => {
      const gateway = start();
      gateway.add({ requestsPerMinute: 2 });
      const caller = gateway.caller({ team: team('t', 1000), apiKey: key('k', 1000) });
      expect(await gateway.admitted(caller, 10)).toBe(2);
      expect(await gateway.ask(caller)).toMatchObject({ scope: 'organization' });
    });

    it('a narrower scope may be stricter', async () => {
      const gateway = start();
      gateway.add({ requestsPerMinute: 1000 });
      const caller = gateway.caller({ team: team('t', 1000), apiKey: key('k', 2) });
      expect(await gateway.admitted(caller, 10)).toBe(2);
      expect(await gateway.ask(caller)).toMatchObject({ scope: 'api_key' });
    });

    it('an answer from the cache counts as a request and is not charged tokens', async () => {
      const gateway = start();
      const caller = gateway.caller({ team: team('t', 5, 100) });
      expect(await gateway.admitted(caller, 4)).toBe(4);
      expect(await gateway.ask(caller, { prompt: 90, completion: 10 })).toBe('admitted');
      expect(await gateway.ask(caller)).toMatchObject({ code: 'rpm_exceeded' });
    });

    it('requests are rejected before tokens are asked for', async () => {
      const gateway = start();
      gateway.add({ tokensPerMinute: 10 });
      const caller = gateway.caller({ apiKey: key('k', 1) });
      expect(await gateway.ask(caller, { prompt: 10 })).toBe('admitted');
      expect(await gateway.ask(caller, { prompt: 10 })).toMatchObject({ code: 'rpm_exceeded', scope: 'api_key' });
    });

    it('admission charges the prompt', async () => {
      const gateway = start();
      const caller = gateway.caller({ team: team('t', 0, 100) });
      expect(await gateway.ask(caller, { prompt: 60 })).toBe('admitted');
      expect(await gateway.ask(caller, { prompt: 41 })).toMatchObject({ code: 'tpm_exceeded' });
      expect(await gateway.ask(caller, { prompt: 40 })).toBe('admitted');
    });

    it('the completion is charged once known', async () => {
      const gateway = start();
      const caller = gateway.caller({ team: team('t', 0, 100) });
      expect(await gateway.ask(caller, { prompt: 10, completion: 80 })).toBe('admitted');
      expect(await gateway.ask(caller, { prompt: 11 })).toMatchObject({ code: 'tpm_exceeded' });
      expect(await gateway.ask(caller, { prompt: 10 })).toBe('admitted');
    });

    it('a prompt that was charged too much gets the rest back', async () => {
      const gateway = start();
      const caller = gateway.caller({ team: team('t', 0, 100) });
      expect(await gateway.ask(caller, { prompt: 90, completion: -40 })).toBe('admitted');
      expect(await gateway.ask(caller, { prompt: 51 })).toMatchObject({ code: 'tpm_exceeded' });
      expect(await gateway.ask(caller, { prompt: 50 })).toBe('admitted');
    });

    it('overspend is repaid from the next window', async () => {
      const gateway = start();
      const caller = gateway.caller({ team: team('t', 0, 100) });
      expect(await gateway.ask(caller, { prompt: 50, completion: 150 })).toBe('admitted');
      // 200 of 100 were used: the next window is spent before it begins.
      gateway.advance(60);
      expect(await gateway.ask(caller, { prompt: 1 })).toMatchObject({ code: 'tpm_exceeded' });
      gateway.advance(60);
      // In a bucket the debt is repaid by now; in a sliding window what was overspent still slides out.
      gateway.advance(60);
      expect(await gateway.ask(caller, { prompt: 100 })).toBe('admitted');
    });

    it('a single prompt larger than the whole token limit is rejected with tpm_exceeded', async () => {
      const gateway = start();
      const caller = gateway.caller({ team: team('t', 0, 100) });
      expect(await gateway.ask(caller, { prompt: 101 })).toEqual({
        code: 'tpm_exceeded',
        scope: 'team',
        retryAfter: 60,
      });
      expect(await gateway.ask(caller, { prompt: 100 })).toBe('admitted');
    });

    it('per-key limits add to team limits; a request must satisfy both', async () => {
      const gateway = start();
      const shared = team('t', 5);
      const [one, two] = [
        gateway.caller({ team: shared, apiKey: key('one', 3) }),
        gateway.caller({ team: shared, apiKey: key('two', 3) }),
      ];
      expect(await gateway.admitted(one, 10)).toBe(3);
      expect(await gateway.ask(one)).toMatchObject({ scope: 'api_key' });
      expect(await gateway.admitted(two, 10)).toBe(2);
      expect(await gateway.ask(two)).toMatchObject({ scope: 'team' });
    });
  });

  describe('the sources of docs/contract/limits.md#ceilings', () => {
    it('team: rpm_limit and tpm_limit over a minute, shared by the team', async () => {
      const gateway = start();
      const shared = team('t', 2, 100);
      expect(await gateway.admitted(gateway.caller({ team: shared, userId: 'a' }), 1, { prompt: 30 })).toBe(1);
      expect(await gateway.admitted(gateway.caller({ team: shared, userId: 'b' }), 5, { prompt: 30 })).toBe(1);
      expect(await gateway.admitted(gateway.caller({ team: team('other', 2, 100) }), 5, { prompt: 30 })).toBe(2);
    });

    it('API key: rpm_limit and tpm_limit over a minute, of that key alone', async () => {
      const gateway = start();
      expect(await gateway.admitted(gateway.caller({ apiKey: key('a', 9, 100) }), 5, { prompt: 40 })).toBe(2);
      expect(await gateway.admitted(gateway.caller({ apiKey: key('b', 1, 100) }), 5, { prompt: 40 })).toBe(1);
    });

    it.each(WINDOWS)('rate-limit policies: requests and tokens per %s, of %s seconds', async (name, seconds) => {
      const gateway = start();
      gateway.add({ [`requestsPer${name}`]: 3, [`tokensPer${name}`]: 100 });
      const caller = gateway.caller();
      expect(await gateway.admitted(caller, 3, { prompt: 10 })).toBe(3);
      expect(await gateway.ask(caller)).toEqual({ code: 'rpm_exceeded', scope: 'organization', retryAfter: seconds });
      gateway.advance(2 * seconds);
      expect(await gateway.ask(caller, { prompt: 101 })).toEqual({
        code: 'tpm_exceeded',
        scope: 'organization',
        retryAfter: seconds,
      });
    });
  });
});
