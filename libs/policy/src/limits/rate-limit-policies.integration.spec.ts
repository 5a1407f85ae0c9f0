import { describe, expect, it } from '@jest/globals';
import { hasRedis } from '@multilane/testing';
import { useTestLink } from '../stores/test-link.tools.spec.js';
import type { LimitPolicy } from './limit-policy.js';
import { PolicyIndex } from './policy-index.js';
import { Gateway, key, memory, NOBODY, redisBackend, team } from './rate-limits.tools.spec.js';

const redis = useTestLink();

describe.each(hasRedis() ? [memory, redisBackend(redis)] : [memory])(
  'rate-limit policies on the $name backend',
  (backend) => {
    const start = () => new Gateway(backend);

    describe('the rate-limit policy of docs/contract/limits.md#policies', () => {
      it('Scope workspace: governs requests that resolved to the workspace, and no others', async () => {
        const gateway = start();
        gateway.add({ scope: 'workspace', workspaceId: 'w', requestsPerMinute: 1 });
        expect(await gateway.admitted(gateway.caller({ workspaceId: 'w' }), 3)).toBe(1);
        expect(await gateway.ask(gateway.caller({ workspaceId: 'w' }))).toMatchObject({ scope: 'workspace' });
        expect(await gateway.admitted(gateway.caller({ workspaceId: 'other' }), 3)).toBe(3);
        expect(await gateway.admitted(gateway.caller(), 3)).toBe(3);
      });

      it('Scope organization: governs every workspace, and those without', async () => {
        const gateway = start();
        gateway.add({ requestsPerMinute: 3 });
        expect(await gateway.admitted(gateway.caller({ workspaceId: 'v' }), 1)).toBe(1);
        expect(await gateway.admitted(gateway.caller({ workspaceId: 'w' }), 1)).toBe(1);
        expect(await gateway.admitted(gateway.caller(), 5)).toBe(1);
        expect(await gateway.admitted({ ...NOBODY, organization: `${gateway.organization}-other` }, 5)).toBe(5);
      });

      it.each([
        ['team', { teamId: 'x' }, { team: team('x') }, { team: team('y') }],
        ['user', { userId: 'x' }, { userId: 'x' }, { userId: 'y' }],
        ['service_account', { serviceAccountId: 'x' }, { serviceAccountId: 'x' }, { serviceAccountId: 'y' }],
        ['api_key', { apiKeyId: 'x' }, { apiKey: key('x') }, { apiKey: key('y') }],
      ] as const)('Identity: a %s that is named, and nobody else', async (scope, named, matching, other) => {
        const gateway = start();
        gateway.add({ scope: 'workspace', workspaceId: 'w', ...named, requestsPerMinute: 1 });
        const caller = gateway.caller({ workspaceId: 'w', ...matching });
        expect(await gateway.admitted(caller, 3)).toBe(1);
        expect(await gateway.ask(caller)).toMatchObject({ scope });
        expect(await gateway.admitted(gateway.caller({ workspaceId: 'w', ...other }), 3)).toBe(3);
        expect(await gateway.admitted(gateway.caller({ workspaceId: 'v', ...matching }), 3)).toBe(3);
      });

      it('Identity: a policy of an API key does not name another credential by the same id', async () => {
        const gateway = start();
        gateway.add({ apiKeyId: 'x', requestsPerMinute: 1 });
        expect(await gateway.admitted(gateway.caller({ apiKey: { ...key('x'), isApiKey: false } }), 3)).toBe(3);
      });

      it('Identity: all empty is the whole scope', async () => {
        const gateway = start();
        gateway.add({ scope: 'workspace', workspaceId: 'w', requestsPerMinute: 2 });
        expect(await gateway.admitted(gateway.caller({ workspaceId: 'w', userId: 'a' }), 1)).toBe(1);
        expect(await gateway.admitted(gateway.caller({ workspaceId: 'w', team: team('t') }), 5)).toBe(1);
      });

      it('Model: counts requests for the logical name, and no others', async () => {
        const gateway = start();
        gateway.add({ model: 'gpt-4o', requestsPerMinute: 1 });
        const caller = gateway.caller();
        expect(await gateway.admitted(caller, 3, { model: 'gpt-4o' })).toBe(1);
        expect(await gateway.admitted(caller, 3, { model: 'gpt-4o-mini' })).toBe(3);
      });

      it.each([
        ['team', { team: team('a') }, { team: team('b') }],
        ['user', { userId: 'a' }, { userId: 'b' }],
        ['service_account', { serviceAccountId: 'a' }, { serviceAccountId: 'b' }],
        ['api_key', { apiKey: key('a') }, { apiKey: key('b') }],
      ] as const)('applies_per %s: each has a counter of its own', async (appliesPer, one, two) => {
        const gateway = start();
        gateway.add({ appliesPer, requestsPerMinute: 2 });
        expect(await gateway.admitted(gateway.caller(one), 5)).toBe(2);
        expect(await gateway.ask(gateway.caller(one))).toMatchObject({ scope: appliesPer });
        expect(await gateway.admitted(gateway.caller(two), 5)).toBe(2);
      });

      it('applies_per user of a team rule: each user in the team has a counter, and nobody outside is counted', async () => {
        const gateway = start();
        gateway.add({ teamId: 't', appliesPer: 'user', requestsPerMinute: 1 });
        for (const userId of ['a', 'b']) {
          const caller = gateway.caller({ team: team('t'), userId });
          expect(await gateway.admitted(caller, 3)).toBe(1);
          expect(await gateway.ask(caller)).toMatchObject({ scope: 'user' });
        }
        expect(await gateway.admitted(gateway.caller({ team: team('u'), userId: 'a' }), 3)).toBe(3);
      });

      it('applies_per user: a caller that is no user is counted by itself, not let through', async () => {
        const gateway = start();
        gateway.add({ appliesPer: 'user', requestsPerMinute: 1 });
        const account = gateway.caller({ serviceAccountId: 's' });
        expect(await gateway.admitted(account, 3)).toBe(1);
        expect(await gateway.ask(account)).toMatchObject({ scope: 'service_account' });
        expect(await gateway.admitted(gateway.caller({ apiKey: key('a') }), 3)).toBe(1);
        expect(await gateway.admitted(gateway.caller({ apiKey: key('b') }), 3)).toBe(1);
        expect(await gateway.admitted(gateway.caller(), 3)).toBe(1);
      });

      it('applies_per shared: all that match share one counter', async () => {
        const gateway = start();
        gateway.add({ appliesPer: 'shared', requestsPerMinute: 2 });
        expect(await gateway.admitted(gateway.caller({ userId: 'a' }), 1)).toBe(1);
        expect(await gateway.admitted(gateway.caller({ userId: 'b' }), 5)).toBe(1);
      });

      it('Limits: each window has its own counter, and all six hold at once', async () => {
        const gateway = start();
        gateway.add({
          requestsPerMinute: 2,
          requestsPerHour: 3,
          requestsPerDay: 4,
          tokensPerMinute: 1_000,
          tokensPerHour: 1_100,
          tokensPerDay: 1_200,
        });
        const caller = gateway.caller();
        expect(await gateway.admitted(caller, 2, { prompt: 300 })).toBe(2);
        expect(await gateway.ask(caller, { prompt: 1 })).toMatchObject({ retryAfter: 60, code: 'rpm_exceeded' });
        gateway.advance(120);
        expect(await gateway.ask(caller, { prompt: 603 })).toMatchObject({ code: 'tpm_exceeded', retryAfter: 86400 });
        expect(await gateway.ask(caller, { prompt: 450 })).toBe('admitted');
        expect(await gateway.ask(caller, { prompt: 1 })).toMatchObject({ code: 'rpm_exceeded', retryAfter: 3600 });
        gateway.advance(7200);
        expect(await gateway.ask(caller, { prompt: 100 })).toBe('admitted');
        gateway.advance(7200);
        expect(await gateway.ask(caller, { prompt: 1 })).toMatchObject({ code: 'rpm_exceeded', retryAfter: 86400 });
      });

      it('enabled: false pauses the rule', async () => {
        const gateway = start();
        gateway.add({ enabled: false, requestsPerMinute: 1 });
        expect(await gateway.admitted(gateway.caller(), 5)).toBe(5);
      });

      it('name: is for people; policies of the same name are two', async () => {
        const gateway = start();
        gateway.add({ requestsPerMinute: 3 });
        gateway.add({ requestsPerMinute: 2 });
        expect(await gateway.admitted(gateway.caller(), 5)).toBe(2);
      });
    });

    describe('refusals (docs/contract/limits.md#refusals)', () => {
      it('report the outermost of several limits that reject', async () => {
        const scopes = ['organization', 'workspace', 'team', 'service_account', 'user', 'api_key'] as const;
        for (const [outermost, expected] of scopes.entries()) {
          const gateway = start();
          const place = { scope: 'workspace', workspaceId: 'w', requestsPerMinute: 1 } as const;
          const rules: Partial<LimitPolicy>[] = [
            { requestsPerMinute: 1 },
            place,
            { ...place, teamId: 't' },
            { ...place, serviceAccountId: 's' },
            { ...place, userId: 'u' },
            { ...place, apiKeyId: 'k' },
          ];
          // Innermost first, so that the order in which they are filed decides nothing.
          for (const rule of rules.slice(outermost).reverse()) gateway.add(rule);
          const caller = gateway.caller({
            workspaceId: 'w',
            team: team('t'),
            serviceAccountId: 's',
            userId: 'u',
            apiKey: key('k'),
          });
          expect(await gateway.ask(caller)).toBe('admitted');
          expect(await gateway.ask(caller)).toMatchObject({ scope: expected });
        }
      });

      it('consume nothing: not under the limits that would have allowed, and not the request where tokens reject', async () => {
        const gateway = start();
        gateway.add({ requestsPerHour: 3 });
        const caller = gateway.caller({ team: team('t', 0, 100), apiKey: key('k', 1) });
        const other = gateway.caller({ team: team('t', 0, 100), apiKey: key('other', 9) });
        expect(await gateway.admitted(caller, 10)).toBe(1);
        expect(await gateway.admitted(other, 10, { prompt: 101 })).toBe(0);
        expect(await gateway.admitted(other, 10)).toBe(2);
      });

      it('give a prompt back that no provider worked on, and keep the request', async () => {
        const gateway = start();
        const caller = gateway.caller({ team: team('t', 2, 100) });
        const unanswered = { prompt: 100, completion: -100 };
        expect(await gateway.ask(caller, unanswered)).toBe('admitted');
        expect(await gateway.ask(caller, { prompt: 100 })).toBe('admitted');
        expect(await gateway.ask(caller, { prompt: 1 })).toMatchObject({ code: 'rpm_exceeded' });
      });
    });

    it('a changed limit continues with what was counted', async () => {
      const gateway = start();
      const change = (requestsPerMinute: number) => {
        gateway.policies = new PolicyIndex();
        gateway.add({ id: 'same', requestsPerMinute });
      };
      change(10);
      expect(await gateway.admitted(gateway.caller(), 8)).toBe(8);
      change(9);
      expect(await gateway.admitted(gateway.caller(), 8)).toBe(1);
      change(5);
      expect(await gateway.admitted(gateway.caller(), 8)).toBe(0);
      change(11);
      // Redis writes nothing down where it rejects, and so still knows the nine.
      expect(await gateway.admitted(gateway.caller(), 8)).toBe(backend === memory ? 6 : 2);
    });

    it('a lowered limit holds from then on; what was within the old one is not overspent', async () => {
      const gateway = start();
      gateway.add({ id: 'same', requestsPerMinute: 60 });
      expect(await gateway.admitted(gateway.caller(), 90)).toBe(60);
      gateway.policies = new PolicyIndex();
      gateway.add({ id: 'same', requestsPerMinute: 6 });
      expect(await gateway.admitted(gateway.caller(), 9)).toBe(0);
      gateway.advance(120);
      expect(await gateway.admitted(gateway.caller(), 9)).toBe(6);
      gateway.advance(30);
      expect(await gateway.admitted(gateway.caller(), 9)).toBe(backend === memory ? 3 : 0);
    });

    it('a lowered limit does not forgive what was overspent', async () => {
      const gateway = start();
      gateway.add({ id: 'same', tokensPerMinute: 100 });
      expect(await gateway.ask(gateway.caller(), { prompt: 50, completion: 80 })).toBe('admitted');
      gateway.policies = new PolicyIndex();
      gateway.add({ id: 'same', tokensPerMinute: 10 });
      expect(await gateway.ask(gateway.caller(), { prompt: 1 })).toMatchObject({ code: 'tpm_exceeded' });
      gateway.advance(60);
      expect(await gateway.ask(gateway.caller(), { prompt: 1 })).toMatchObject({ code: 'tpm_exceeded' });
      // The ten of the limit, and the thirty that were overspent, flow back at ten a minute.
      gateway.advance(240);
      expect(await gateway.ask(gateway.caller(), { prompt: 10 })).toBe('admitted');
    });

    it('requests at once never get more than a limit between them', async () => {
      const gateway = start();
      const caller = gateway.caller({ team: team('t', 10, 1000), apiKey: key('k', 50) });
      const outcomes = await Promise.all(Array.from({ length: 40 }, () => gateway.ask(caller, { prompt: 10 })));
      expect(outcomes.filter((outcome) => outcome === 'admitted')).toHaveLength(10);
    });
  },
);
