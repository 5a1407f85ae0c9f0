import { describe, expect, it } from '@jest/globals';
import { compareReplicas } from './compare-replicas.js';
import type { Replica } from './queries.js';

const replica = (version: string, hash: string | null): Replica => ({ version, config_hash: hash }) as Replica;

describe('the comparison of replicas', () => {
  it.each([
    ['no replica', [], [], []],
    ['replicas that agree', [replica('1', 'a'), replica('1', 'a'), replica('1', null)], ['1'], ['a']],
    ['an upgrade under way', [replica('1', 'a'), replica('2', 'a'), replica('2', 'a')], ['2', '1'], ['a']],
    ['a file that only one has read', [replica('1', 'b'), replica('1', 'a'), replica('1', 'a')], ['1'], ['a', 'b']],
  ])('of %s', (_, replicas, versions, configurations) => {
    expect(compareReplicas(replicas)).toEqual({ versions, configurations });
  });
});
