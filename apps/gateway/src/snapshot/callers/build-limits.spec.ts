import { describe, expect, it } from '@jest/globals';
import type { Caller } from '@multilane/auth';
import { atOnce } from '@multilane/config';
import type { RateLimitPolicyRecord } from '@multilane/persistence';
import type { Snapshot } from '../snapshot.js';
import { buildLimits } from './build-limits.js';

const SNAPSHOT = {
  ownOrganization: { id: 'o', name: 'default' },
  ownTeams: new Map(),
  teams: new Map(),
} as never as Snapshot;
const CALLER = { organizationId: 'o', credentialType: 'api_key', credentialId: 'k', keyName: 'k' } as never as Caller;

const policy = (model: string | null): RateLimitPolicyRecord =>
  ({
    id: model ?? 'any',
    organizationId: 'o',
    scope: 'organization',
    workspaceId: null,
    teamId: null,
    userId: null,
    serviceAccountId: null,
    apiKeyId: null,
    model,
    appliesPer: 'shared',
    requestsPerMinute: 1,
    enabled: true,
  }) as never;

describe('the limits of a request', () => {
  const rateLimitPolicies = ['virtual', 'target', 'other', null].map(policy);
  const limits = atOnce(
    buildLimits({ rate_limits: { backend: 'memory', share_between_workers: false } }, { rateLimitPolicies }),
  );
  const find = (...models: [string | undefined, string?]): string[] =>
    limits.find(SNAPSHOT, CALLER, ...models).all.map(({ counter }) => counter.split(':')[4] ?? '');

  it.each<[asked: string, models: [string | undefined, string?], policies: string[]]>([
    ['a model', ['target'], ['any', 'target']],
    ['a virtual model', ['target', 'virtual'], ['any', 'target', 'virtual']],
    ['a virtual model that leads elsewhere', ['other', 'virtual'], ['any', 'other', 'virtual']],
    ['a virtual model named as its target', ['target', 'target'], ['any', 'target']],
    ['none', [undefined], ['any']],
  ])('that asks for %s', (_asked, models, policies) => {
    // The first pass finds them, the second reads the cache.
    for (let time = 0; time < 2; time++) expect(find(...models).sort()).toEqual(policies);
  });
});
