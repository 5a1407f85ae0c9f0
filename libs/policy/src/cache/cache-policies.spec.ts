import { describe, expect, it } from '@jest/globals';
import { CachePolicies, type CachePolicy, type CachePolicyCaller } from './cache-policies.js';

const EVERYBODY: CachePolicy = {
  organizationId: 'o',
  workspaceId: undefined,
  teams: undefined,
  models: undefined,
  ttlSeconds: 100,
};
const CALLER: CachePolicyCaller = { organizationId: 'o', workspaceId: 'w', teamName: 't' };

function ttlOf(policies: Partial<CachePolicy>[], caller: Partial<CachePolicyCaller> = {}): number | undefined {
  const index = new CachePolicies();
  for (const policy of policies) index.add({ ...EVERYBODY, ...policy });
  return index.findTtl({ ...CALLER, ...caller }, ['m', 'alias']);
}

describe('an answer is cached only where a policy asks for it (docs/contract/cache.md#opt-in: opt-in)', () => {
  it.each<[string, Partial<CachePolicy>[], Partial<CachePolicyCaller>, number | undefined]>([
    ['nobody where there is none', [], {}, undefined],
    ['every caller of its organization', [{}], {}, 100],
    ['no caller of another organization', [{}], { organizationId: 'p' }, undefined],
    ['nobody of gateway.yaml where it is of an organization', [{}], { organizationId: undefined }, undefined],
    ['its team', [{ teams: ['s', 't'] }], {}, 100],
    ['no other team', [{ teams: ['s'] }], {}, undefined],
    ['nobody without a team where it names teams', [{ teams: ['t'] }], { teamName: undefined }, undefined],
    ['its model, by an alias too', [{ models: ['alias'] }], {}, 100],
    ['no other model', [{ models: ['n'] }], {}, undefined],
    ['only the model and the team together', [{ models: ['m'], teams: ['s'] }], {}, undefined],
    ['its workspace', [{ workspaceId: 'w' }], {}, 100],
    ['no other workspace', [{ workspaceId: 'v' }], {}, undefined],
    ['nobody outside of a workspace where it is of one', [{ workspaceId: 'w' }], { workspaceId: undefined }, undefined],
    ['the shortest time of those that fit', [{}, { teams: ['t'], ttlSeconds: 7 }, { models: ['m'] }], {}, 7],
    ['the shortest time across places', [{ ttlSeconds: 9 }, { workspaceId: 'w', ttlSeconds: 8 }], {}, 8],
    ['the shortest time of two alike', [{ ttlSeconds: 5 }, { ttlSeconds: 6 }], {}, 5],
  ])('for %s', (_whom, policies, caller, expected) => {
    expect(ttlOf(policies, caller)).toBe(expected);
  });

  it('says whether there is any', () => {
    const index = new CachePolicies();
    expect(index.isEmpty).toBe(true);
    index.add({ ...EVERYBODY, workspaceId: 'w' });
    expect(index.isEmpty).toBe(false);
  });
});
