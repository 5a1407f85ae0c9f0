import { describe, expect, it } from '@jest/globals';
import { kindOf, TRAFFIC } from './traffic-mix.js';

const A_THOUSAND = 1_000;

function countKinds(from: number, to: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let count = from; count < to; count += 1) {
    const { name } = kindOf(count);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

describe('TRAFFIC', () => {
  it('has a thousand shares and no name twice', () => {
    expect(TRAFFIC.reduce((sum, { share }) => sum + share, 0)).toBe(A_THOUSAND);
    expect(new Set(TRAFFIC.map(({ name }) => name)).size).toBe(TRAFFIC.length);
  });

  it('asks each text surface for whole answers and for streams, and leaves streams', () => {
    for (const path of ['/v1/chat/completions', '/v1/messages', '/v1/responses']) {
      const kinds = TRAFFIC.filter((kind) => kind.path === path && kind.expected === '200');
      const isStreamed = kinds.map(({ body }) => String(body).includes('"stream":true'));
      expect({ path, isStreamed }).toEqual({ path, isStreamed: expect.arrayContaining([true, false]) });
      expect(TRAFFIC.some((kind) => kind.path === path && kind.leaves && kind.expected === 'left')).toBe(true);
    }
  });

  it('times whole answers alone', () => {
    const timed = TRAFFIC.filter(({ isTimed }) => isTimed);
    expect(timed.length).toBeGreaterThan(0);
    for (const { body, expected } of timed) {
      expect(String(body)).not.toContain('"stream":true');
      expect(expected).toBe('200');
    }
  });

  it('has a long prompt of some hundred kilobytes', () => {
    const long = TRAFFIC.find(({ name }) => name === 'long prompt');
    expect(long?.body.length).toBeGreaterThan(400_000);
    expect(() => JSON.parse(String(long?.body))).not.toThrow();
  });
});

describe('kindOf', () => {
  it.each([0, 12_345])('gives each kind its share in the requests from %i', (from) => {
    const counts = countKinds(from, from + 10 * A_THOUSAND);
    const wrong = TRAFFIC.flatMap(({ name, share }) => {
      const count = counts.get(name) ?? 0;
      return Math.abs(count - 10 * share) > 5 ? [`${name}: ${count} of ${10 * share}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  it('is the same in every run', () => {
    expect(kindOf(4_711)).toBe(kindOf(4_711));
  });

  it('needs kinds to choose from', () => {
    expect(() => kindOf(1, [])).toThrow('no kinds');
  });
});
