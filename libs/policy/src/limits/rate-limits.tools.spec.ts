import { MemoryLimitStore } from '../stores/memory-limit-store.js';
import { RedisLimitStore } from '../stores/redis-limit-store.js';
import type { RedisLink } from '../stores/redis-link.js';
import { findCeilings } from './find-ceilings.js';
import type { LimitedCaller, LimitPolicy } from './limit-policy.js';
import type { LimitStore } from './limit-store.js';
import { PolicyIndex } from './policy-index.js';
import { RequestLimits } from './request-limits.js';

/** Place of the counters, with a clock that the test moves. */
export interface Backend {
  readonly name: 'memory' | 'redis';
  open(clock: () => number): LimitStore;
}

export const memory: Backend = { name: 'memory', open: () => new MemoryLimitStore() };

/** @param redis Its link is opened before the first test */
export function redisBackend(redis: { readonly link: RedisLink }): Backend {
  return {
    name: 'redis',
    open: (clock) => new RedisLimitStore({ link: redis.link, clock: () => clock() / 1000 }),
  };
}

export interface Asked {
  readonly model?: string;
  /** Tokens of the prompt; without it the tokens are not asked for, as for an answer from the cache. */
  readonly prompt?: number;
  /** Tokens of the answer; left out, the answer is still being written. */
  readonly completion?: number;
}

/** The refusal that the caller gets. */
interface Refusal {
  readonly code: 'rpm_exceeded' | 'tpm_exceeded';
  readonly scope: string;
  readonly retryAfter: number;
}

type Outcome = Refusal | 'admitted';

let organizations = 0;

/** An organization of a test's own: its policies, its clock, its counters. */
export class Gateway {
  readonly organization = `organization-${process.pid}-${Date.now()}-${organizations++}`;
  policies = new PolicyIndex();
  /** Milliseconds; the beginning of an interval of every length. */
  now = 86_400_000 * 20_000;
  readonly store: LimitStore;

  constructor(backend: Backend) {
    this.store = backend.open(() => this.now);
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

  /** Asks as the gateway does: requests first, tokens after the cache, and the use of the answer in the end. */
  async ask(caller: LimitedCaller, asked?: Asked): Promise<Outcome> {
    const outcome = await this.answer(caller, asked);
    await this.settled();
    return outcome;
  }

  /** Resolves once the use of requests is counted. */
  async settled(): Promise<void> {
    await this.store.flush();
  }

  private async answer(caller: LimitedCaller, { model = 'gpt-4o', prompt, completion }: Asked = {}): Promise<Outcome> {
    const ceilings = findCeilings(this.policies, caller, [model]);
    const limits = new RequestLimits(ceilings, this.store);
    const first = ceilings.requests.length > 0 ? await limits.admitRequest(this.now) : undefined;
    if (first !== undefined) return describeRefusal(first);
    if (prompt === undefined || ceilings.tokens.length === 0) return 'admitted';
    const demand = { charge: prompt, atLeast: prompt, atMost: prompt };
    const second = await limits.admitTokens(demand, this.now);
    if (second !== undefined) return describeRefusal(second);
    if (completion !== undefined) limits.settle(prompt + completion, this.now);
    return 'admitted';
  }

  /** Counts how many of so many requests are admitted, one after the other. */
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

export const NOBODY: LimitedCaller = {
  organization: '',
  workspaceId: undefined,
  team: undefined,
  serviceAccountId: undefined,
  userId: undefined,
  apiKey: undefined,
};

export const BLANK: LimitPolicy = {
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

export const team = (id: string, requestsPerMinute = 0, tokensPerMinute = 0) => ({
  id,
  limits: { requestsPerMinute, tokensPerMinute },
});
export const key = (id: string, requestsPerMinute = 0, tokensPerMinute = 0) => ({
  id,
  limits: { requestsPerMinute, tokensPerMinute },
  isApiKey: true,
});

export const WINDOWS = [
  ['Minute', 60],
  ['Hour', 3600],
  ['Day', 86400],
] as const;
