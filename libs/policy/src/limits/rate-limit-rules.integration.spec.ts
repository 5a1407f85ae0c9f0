import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hasRedis, type RedisServer, useRedis, waitUntil } from '@multilane/testing';
import { MemoryLimitStore } from '../stores/memory-limit-store.js';
import { RedisLimitStore } from '../stores/redis-limit-store.js';
import { openRedisLink, type RedisLink } from '../stores/redis-link.js';
import { findCeilings } from './find-ceilings.js';
import type { LimitedCaller, LimitPolicy } from './limit-policy.js';
import type { LimitStore } from './limit-store.js';
import { PolicyIndex } from './policy-index.js';
import { type LimitStores, RequestLimits } from './request-limits.js';

/** Where counters are, with a clock that the test moves. */
interface Backend {
  readonly name: 'memory' | 'redis';
  open(clock: () => number): LimitStore;
}

let server: Pick<RedisServer, 'url' | 'stop'>;
let link: RedisLink;

const memory: Backend = { name: 'memory', open: () => new MemoryLimitStore() };
const redis: Backend = {
  name: 'redis',
  open: (clock) => new RedisLimitStore({ link, standIn: new MemoryLimitStore(), clock: () => clock() / 1000 }),
};

beforeAll(async () => {
  if (!hasRedis()) return;
  server = await useRedis();
  link = await openRedisLink({ url: server.url, commandLimitMs: 2_000 });
  await waitUntil('Redis to answer', () => !link.isAway || undefined);
}, 30_000);

afterAll(async () => {
  await link?.close();
  await server?.stop();
});

interface Asked {
  readonly model?: string;
  /** Tokens of the prompt; without it the tokens are not asked for, as for an answer from the cache. */
  readonly prompt?: number;
  /** Tokens of the answer; left out, the answer is still being written. */
  readonly completion?: number;
}

/** What the caller is told of a refusal. */
interface Refusal {
  readonly code: 'rpm_exceeded' | 'tpm_exceeded';
  readonly scope: string;
  readonly retryAfter: number;
}

type Outcome = Refusal | 'admitted';

let organizations = 0;

/** An organization of a test's own: its policies, its clock, its counters. */
class Gateway {
  readonly organization = `organization-${process.pid}-${Date.now()}-${organizations++}`;
  policies = new PolicyIndex();
  /** Milliseconds; the beginning of an interval of every length. */
  now = 86_400_000 * 20_000;
  readonly store: LimitStore;
  readonly stores: LimitStores;

  constructor(backend: Backend) {
    this.store = backend.open(() => this.now);
    this.stores = { own: this.store, shared: undefined, isSharedAway: () => false, onMiss: () => undefined };
  }

  advance(seconds: number): void {
    this.now += seconds * 1000;
  }

  add(values: Partial<LimitPolicy>): void {
    this.policies.add({ ...BLANK, id: `policy-${organizations++}`, organizationId: this.organization, ...values });
  }

  caller(values: Partial<LimitedCaller> = {}): LimitedCaller {
    return { ...NOBODY, organization: this.organization, ...values };
  }

  /** As the gateway does: requests first, tokens after the cache, and what the answer took in the end. */
  async ask(caller: LimitedCaller, asked?: Asked): Promise<Outcome> {
    const outcome = await this.answer(caller, asked);
    await this.settled();
    return outcome;
  }

  /** When what requests took in the end is counted. */
  async settled(): Promise<void> {
    if (this.store instanceof RedisLimitStore) await this.store.flush();
  }

  private async answer(caller: LimitedCaller, { model = 'gpt-4o', prompt, completion }: Asked = {}): Promise<Outcome> {
    const ceilings = findCeilings(this.policies, caller, [model]);
    const limits = new RequestLimits(ceilings, this.stores);
    const first = ceilings.requests.length > 0 ? await limits.admitRequest(this.now) : undefined;
    if (first !== undefined) return describeRefusal(first);
    if (prompt === undefined || ceilings.tokens.length === 0) return 'admitted';
    const demand = { charge: prompt, atLeast: prompt, atMost: prompt };
    const second = await limits.admitTokens(demand, this.now);
    if (second !== undefined) return describeRefusal(second);
    if (completion !== undefined) limits.settle(prompt + completion, this.now);
    return 'admitted';
  }

  /** How many of so many requests are admitted, one after the other. */
  async admitted(caller: LimitedCaller, count: number, asked?: Asked): Promise<number> {
    let admitted = 0;
    for (let n = 0; n < count; n++) if ((await this.ask(caller, asked)) === 'admitted') admitted += 1;
    return admitted;
  }
}

function describeRefusal(verdict: Exclude<Awaited<ReturnType<LimitStore['admit']>>, undefined>): Refusal {
  if (verdict === 'uncertain') throw new Error('an exact demand is never uncertain');
  const { scope, unit, windowSeconds } = verdict;
  return { scope, code: unit === 'requests' ? 'rpm_exceeded' : 'tpm_exceeded', retryAfter: windowSeconds };
}

const NOBODY: LimitedCaller = {
  organization: '',
  workspaceId: undefined,
  team: undefined,
  serviceAccountId: undefined,
  userId: undefined,
  apiKey: undefined,
};

const BLANK: LimitPolicy = {
  id: '',
  organizationId: '',
  scope: 'organization',
  workspaceId: null,
  teamId: null,
  userId: null,
  serviceAccountId: null,
  apiKeyId: null,
  model: null,
  appliesPer: 'shared',
  requestsPerMinute: 0,
  requestsPerHour: 0,
  requestsPerDay: 0,
  tokensPerMinute: 0,
  tokensPerHour: 0,
  tokensPerDay: 0,
  enabled: true,
};

const team = (id: string, requestsPerMinute = 0, tokensPerMinute = 0) => ({
  id,
  limits: { requestsPerMinute, tokensPerMinute },
});
const key = (id: string, requestsPerMinute = 0, tokensPerMinute = 0) => ({
  id,
  limits: { requestsPerMinute, tokensPerMinute },
  isApiKey: true,
});

const WINDOWS = [
  ['Minute', 60],
  ['Hour', 3600],
  ['Day', 86400],
] as const;

describe.each(hasRedis() ? [memory, redis] : [memory])('rate limits on the $name backend', (backend) => {
  const start = () => new Gateway(backend);

  describe('the rules of specification section 8', () => {
    it('rule 1: 0 always means unlimited', async () => {
      const gateway = start();
      gateway.add({ requestsPerHour: 0, tokensPerDay: 0 });
      const caller = gateway.caller({ team: team('t', 0, 0), apiKey: key('k', 0, 0) });
      expect(await gateway.admitted(caller, 50, { prompt: 1_000_000, completion: 1_000_000 })).toBe(50);
    });

    it('rule 2: a request is refused the moment a ceiling is reached', async () => {
      const gateway = start();
      const caller = gateway.caller({ team: team('t', 3) });
      for (let n = 0; n < 3; n++) expect(await gateway.ask(caller)).toBe('admitted');
      expect(await gateway.ask(caller)).toEqual({ code: 'rpm_exceeded', scope: 'team', retryAfter: 60 });
    });

    it('rule 2: of tokens too, whatever the prompt, once the ceiling is reached', async () => {
      const gateway = start();
      const caller = gateway.caller({ team: team('t', 0, 100) });
      expect(await gateway.ask(caller, { prompt: 60, completion: 40 })).toBe('admitted');
      expect(await gateway.ask(caller, { prompt: 0 })).toEqual({ code: 'tpm_exceeded', scope: 'team', retryAfter: 60 });
    });

    it('rule 3: every matching ceiling must allow the request; a narrower scope never raises a broader one', async () => {
      const gateway = start();
      gateway.add({ requestsPerMinute: 2 });
      const caller = gateway.caller({ team: team('t', 1000), apiKey: key('k', 1000) });
      expect(await gateway.admitted(caller, 10)).toBe(2);
      expect(await gateway.ask(caller)).toMatchObject({ scope: 'organization' });
    });

    it('rule 3: a narrower scope may be stricter', async () => {
      const gateway = start();
      gateway.add({ requestsPerMinute: 1000 });
      const caller = gateway.caller({ team: team('t', 1000), apiKey: key('k', 2) });
      expect(await gateway.admitted(caller, 10)).toBe(2);
      expect(await gateway.ask(caller)).toMatchObject({ scope: 'api_key' });
    });

    it('rule 4: an answer from the cache counts as a request and is not charged tokens', async () => {
      const gateway = start();
      const caller = gateway.caller({ team: team('t', 5, 100) });
      expect(await gateway.admitted(caller, 4)).toBe(4);
      expect(await gateway.ask(caller, { prompt: 90, completion: 10 })).toBe('admitted');
      expect(await gateway.ask(caller)).toMatchObject({ code: 'rpm_exceeded' });
    });

    it('rule 4: requests are refused before tokens are asked for', async () => {
      const gateway = start();
      gateway.add({ tokensPerMinute: 10 });
      const caller = gateway.caller({ apiKey: key('k', 1) });
      expect(await gateway.ask(caller, { prompt: 10 })).toBe('admitted');
      expect(await gateway.ask(caller, { prompt: 10 })).toMatchObject({ code: 'rpm_exceeded', scope: 'api_key' });
    });

    it('rule 5: admission charges the prompt', async () => {
      const gateway = start();
      const caller = gateway.caller({ team: team('t', 0, 100) });
      expect(await gateway.ask(caller, { prompt: 60 })).toBe('admitted');
      expect(await gateway.ask(caller, { prompt: 41 })).toMatchObject({ code: 'tpm_exceeded' });
      expect(await gateway.ask(caller, { prompt: 40 })).toBe('admitted');
    });

    it('rule 5: the completion is charged once known', async () => {
      const gateway = start();
      const caller = gateway.caller({ team: team('t', 0, 100) });
      expect(await gateway.ask(caller, { prompt: 10, completion: 80 })).toBe('admitted');
      expect(await gateway.ask(caller, { prompt: 11 })).toMatchObject({ code: 'tpm_exceeded' });
      expect(await gateway.ask(caller, { prompt: 10 })).toBe('admitted');
    });

    it('rule 5: a prompt that was charged too much gets the rest back', async () => {
      const gateway = start();
      const caller = gateway.caller({ team: team('t', 0, 100) });
      expect(await gateway.ask(caller, { prompt: 90, completion: -40 })).toBe('admitted');
      expect(await gateway.ask(caller, { prompt: 51 })).toMatchObject({ code: 'tpm_exceeded' });
      expect(await gateway.ask(caller, { prompt: 50 })).toBe('admitted');
    });

    it('rule 5: overspend is repaid from the next window', async () => {
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

    it('rule 5: a single prompt larger than the whole token ceiling is refused with tpm_exceeded', async () => {
      const gateway = start();
      const caller = gateway.caller({ team: team('t', 0, 100) });
      expect(await gateway.ask(caller, { prompt: 101 })).toEqual({
        code: 'tpm_exceeded',
        scope: 'team',
        retryAfter: 60,
      });
      expect(await gateway.ask(caller, { prompt: 100 })).toBe('admitted');
    });

    it('rule 9: per-key limits add to team limits; a request must satisfy both', async () => {
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

  describe('the sources of specification section 8', () => {
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

  describe('the rate-limit policy of specification section 2', () => {
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

    it('Ceilings: each window has its own counter, and all six hold at once', async () => {
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

  describe('refusals (specification section 7)', () => {
    it('report the outermost of several ceilings that refuse', async () => {
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

    it('consume nothing: not under the ceilings that would have allowed, and not the request where tokens refuse', async () => {
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

  it('a changed ceiling goes on with what was counted', async () => {
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
    // Redis writes nothing down where it refuses, and so still knows the nine.
    expect(await gateway.admitted(gateway.caller(), 8)).toBe(backend === memory ? 6 : 2);
  });

  it('a lowered ceiling holds from then on; what was within the old one is not overspent', async () => {
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

  it('a lowered ceiling does not forgive what was overspent', async () => {
    const gateway = start();
    gateway.add({ id: 'same', tokensPerMinute: 100 });
    expect(await gateway.ask(gateway.caller(), { prompt: 50, completion: 80 })).toBe('admitted');
    gateway.policies = new PolicyIndex();
    gateway.add({ id: 'same', tokensPerMinute: 10 });
    expect(await gateway.ask(gateway.caller(), { prompt: 1 })).toMatchObject({ code: 'tpm_exceeded' });
    gateway.advance(60);
    expect(await gateway.ask(gateway.caller(), { prompt: 1 })).toMatchObject({ code: 'tpm_exceeded' });
    // The ten of the ceiling, and the thirty that were overspent, flow back at ten a minute.
    gateway.advance(240);
    expect(await gateway.ask(gateway.caller(), { prompt: 10 })).toBe('admitted');
  });

  it('requests at once never get more than a ceiling between them', async () => {
    const gateway = start();
    const caller = gateway.caller({ team: team('t', 10, 1000), apiKey: key('k', 50) });
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => gateway.ask(caller, { prompt: 10 })));
    expect(outcomes.filter((outcome) => outcome === 'admitted')).toHaveLength(10);
  });
});

describe('rule 6, the memory backend', () => {
  it('holds the whole ceiling as burst and refills evenly across the window', async () => {
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

  it('several replicas each enforce the full ceiling', async () => {
    const [one, two] = [new Gateway(memory), new Gateway(memory)];
    const limits = { team: team('t', 4) };
    expect(await one.admitted(one.caller(limits), 9)).toBe(4);
    expect(await two.admitted(one.caller(limits), 9)).toBe(4);
  });
});

const onRedis = hasRedis() ? describe : describe.skip;

onRedis('rule 7, the shared-counter backend', () => {
  it('weights the previous interval by the part still inside the trailing window', async () => {
    const gateway = new Gateway(redis);
    const caller = gateway.caller({ team: team('t', 100) });
    expect(await gateway.admitted(caller, 80)).toBe(80);
    // A quarter into the next interval three quarters of the 80 count.
    gateway.advance(75);
    expect(await gateway.admitted(caller, 100)).toBe(40);
    gateway.advance(45);
    expect(await gateway.admitted(caller, 100)).toBe(60);
  });

  it('gives back what was charged in the interval before, where it counts now', async () => {
    const gateway = new Gateway(redis);
    const caller = gateway.caller({ team: team('t', 0, 100) });
    const limits = new RequestLimits(findCeilings(undefined, caller, []), gateway.stores);
    expect(await limits.admitTokens({ charge: 100, atLeast: 100, atMost: 100 }, 0)).toBeUndefined();
    gateway.advance(60);
    expect(await gateway.ask(caller, { prompt: 50 })).toMatchObject({ code: 'tpm_exceeded' });
    limits.settle(50, 0);
    await gateway.settled();
    expect(await gateway.ask(caller, { prompt: 51 })).toMatchObject({ code: 'tpm_exceeded' });
    expect(await gateway.ask(caller, { prompt: 50 })).toBe('admitted');
  });

  it('replicas share the counters', async () => {
    const [one, two] = [new Gateway(redis), new Gateway(redis)];
    const caller = one.caller({ team: team('t', 4) });
    expect(await one.admitted(caller, 3)).toBe(3);
    expect(await two.admitted(caller, 9)).toBe(1);
  });

  it('names every key of an organization with one hash tag, and lets each expire', async () => {
    const gateway = new Gateway(redis);
    gateway.add({ requestsPerDay: 5, tokensPerMinute: 50 });
    const caller = gateway.caller({ team: team('t', 5), apiKey: key('k', 5) });
    await gateway.ask(caller, { prompt: 5 });
    const keys = await link.run((client) => client.keys(`*${gateway.organization}*`));
    expect(keys).toHaveLength(4);
    for (const name of keys) {
      expect(name).toMatch(new RegExp(`^ml:\\{${gateway.organization}\\}:limit:[^{}]+$`));
      const ttl = await link.run((client) => client.pttl(name));
      expect(ttl).toBeGreaterThan(0);
      expect(ttl).toBeLessThanOrEqual(2 * 86_400_000);
    }
  });

  it("goes by Redis's own clock where it is given none", async () => {
    const store = new RedisLimitStore({ link, standIn: new MemoryLimitStore() });
    const ceilings = findCeilings(
      undefined,
      { ...NOBODY, organization: `clock-${process.pid}-${Date.now()}`, team: team('t', 2) },
      [],
    );
    const verdicts = [];
    for (let n = 0; n < 3; n++) verdicts.push(await store.admit(ceilings.requests, undefined));
    expect(verdicts).toEqual([undefined, undefined, ceilings.requests[0]]);
    const [name = ''] = ceilings.requests.map(({ counter }) => counter);
    const stored = await link.run((client) => client.getBuffer(name));
    expect(Math.abs((stored?.readDoubleLE() ?? 0) - Date.now() / 60_000)).toBeLessThan(2);
  });
});
