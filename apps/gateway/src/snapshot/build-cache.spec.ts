import { describe, expect, it } from '@jest/globals';
import { atOnce, parseConfig } from '@multilane/config';
import type { PolicyRecord } from '@multilane/persistence';
import { buildCache } from './build-cache.js';
import type { CacheRules } from './snapshot.js';

const OWN = { id: 'own', name: 'default', products: new Set<string>() };
const CALLER = { organizationId: 'own', workspaceId: 'w', teamName: undefined };

function build(yaml: string, ...rows: Partial<PolicyRecord>[]): CacheRules | undefined {
  const policies = rows.map((row) => ({ ...ROW, ...row }));
  return atOnce(buildCache(parseConfig(yaml, { env: {} }).config, { policies }, OWN));
}

const ROW: PolicyRecord = {
  id: 'p',
  organizationId: 'own',
  workspaceId: null,
  kind: 'cache',
  name: 'p',
  definition: {},
  enabled: true,
  createdAt: new Date(0),
  updatedAt: new Date(0),
};

describe('the cache rules of a snapshot', () => {
  it.each<[string, string, Partial<PolicyRecord>[], number | undefined]>([
    ['a policy of gateway.yaml', 'cache: { policies: [{ name: p, ttl_seconds: 7 }] }', [], 7],
    ['with the time of the section', 'cache: { ttl_seconds: 9, policies: [{ name: p }] }', [], 9],
    ['a policy of the database', 'cache: {}', [{ definition: { ttl_seconds: 8 } }], 8],
    ['with the time of gateway.yaml', 'cache: { ttl_seconds: 9 }', [{}], 9],
    ['one of the workspace', 'cache: {}', [{ workspaceId: 'w' }], 3600],
    ['the shorter of both', 'cache: { policies: [{ name: p }] }', [{ definition: { ttl_seconds: 5 } }], 5],
  ])('%s', (_what, yaml, rows, expected) => {
    expect(build(yaml, ...rows)?.policies.findTtl(CALLER, ['m'])).toBe(expected);
  });

  it.each<[string, string, Partial<PolicyRecord>[]]>([
    ['nothing by itself', 'cache: {}', []],
    ['no policy that is not enabled', 'cache: {}', [{ enabled: false }]],
    ['no policy of another kind', 'cache: {}', [{ kind: 'pii' }]],
    ['no policy that cannot be read', 'cache: {}', [{ definition: { ttl_seconds: 'long' } }]],
    ['nothing where the cache is off', 'cache: { backend: off, policies: [{ name: p }] }', [{}]],
  ])('%s: requests pay one look at a property', (_what, yaml, rows) => {
    expect(build(yaml, ...rows)).toBeUndefined();
  });

  it('a routing config may', () => {
    const config = 'routing_configs: [{ name: r, cache: { ttl_seconds: 5 } }]';
    expect(build(config)?.policies.isEmpty).toBe(true);
    expect(build('routing_configs: [{ name: r, cache: { enabled: false } }]')).toBeUndefined();
  });

  it('answers are removed by the policies that apply', () => {
    const rules = build(
      'cache: { policies: [{ name: a, removed_requests: [r1] }, { name: b, purged_before: "1970-01-01T00:00:05Z" }] }',
      { workspaceId: 'w', definition: { removed_requests: ['r2'] } },
    );
    expect(rules?.removed?.find(CALLER, ['m'])).toEqual({
      requests: [new Set(['r1']), new Set(['r2'])],
      until: 5_000,
    });
    expect(rules?.removed?.find({ ...CALLER, workspaceId: 'other' }, ['n'])).toEqual({
      requests: [new Set(['r1'])],
      until: 5_000,
    });
    expect(build('cache: { policies: [{ name: a }] }')?.removed).toBeUndefined();
  });

  it('questions are compared where a policy says so; of two that apply, the one that answers less decides', () => {
    const rules = build(
      'cache: { policies: [{ name: loose, mode: semantic, semantic: { threshold: 0.5, shared_by: team } }, { name: exact, semantic: {} }] }',
      { definition: { mode: 'semantic', semantic: { threshold: 0.4, turns: 2 } }, workspaceId: 'w' },
    );
    expect(rules?.semantic?.find({ ...CALLER, workspaceId: undefined }, ['m'])).toMatchObject({
      policy: 'loose',
      turns: 1,
    });
    expect(rules?.semantic?.find(CALLER, ['m'])).toMatchObject({ policy: 'p', sharedBy: 'caller', threshold: 0.4 });
    expect(build('cache: { policies: [{ name: exact }] }')?.semantic).toBeUndefined();
    expect(build('cache: { policies: [{ name: s, mode: semantic }] }')?.semantic?.find(CALLER, ['m'])).toEqual({
      policy: 's',
      embeddingModel: 'builtin',
      threshold: 0.75,
      turns: 1,
      maxEntries: 1_000,
      sharedBy: 'caller',
      maxTemperature: 1,
      withToolResults: false,
      withMedia: false,
      timeoutMs: 150,
    });
  });
});
