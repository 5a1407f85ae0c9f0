import { describe, expect, it } from '@jest/globals';
import { ModelQuotas } from '@multilane/policy';
import { RotatedCredentials } from './rotated-credentials.js';

describe('docs/contract/routing.md#credential-rotation: several credentials of one provider are rotated, and one that is rate-limited rests', () => {
  const take = (source: RotatedCredentials, count: number) => Array.from({ length: count }, () => source.current());

  it('takes them in turn', () => {
    expect(take(new RotatedCredentials(['a', 'b', 'c']), 4)).toEqual(['a', 'b', 'c', 'a']);
  });

  it('leaves out what rests, and says when all do', () => {
    const source = new RotatedCredentials(['a', 'b', 'c']);
    source.rest('b', 60_000);
    expect([take(source, 4), source.allCoolingDown]).toEqual([['a', 'c', 'a', 'c'], false]);
    source.rest('a', 30_000);
    source.rest('c', 90_000);
    expect([take(source, 2), source.allCoolingDown]).toEqual([['a', 'a'], true]);
  });

  it('knows nothing of a credential that a reload took away', () => {
    const source = new RotatedCredentials(['a', 'b']);
    source.rest('gone', 60_000);
    expect(take(source, 2)).toEqual(['a', 'b']);
  });

  it('passes over one whose limits leave no room, and takes the one that has room first where none has', () => {
    const source = new RotatedCredentials(['a', 'b', 'c']);
    const quotas = new ModelQuotas('m', 3);
    const takeFor = (tokens: number) => [0, 0, 0, 0].map(() => source.current(quotas, tokens));
    const now = performance.now();
    quotas.read(0, { requests: { left: 0, resetMs: 50_000 } }, now);
    quotas.read(1, { tokens: { left: 100, resetMs: 30_000 } }, now);
    expect(takeFor(10)).toEqual(['b', 'c', 'b', 'c']);
    expect(takeFor(1_000)).toEqual(['c', 'c', 'c', 'c']);
    quotas.read(2, { tokens: { left: 0, resetMs: 40_000 } }, now);
    expect(takeFor(1_000)).toEqual(['b', 'b', 'b', 'b']);
  });
});
