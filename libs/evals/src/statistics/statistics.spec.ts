import { describe, expect, it } from '@jest/globals';
import { pairedInterval, signTest, wilsonInterval } from './intervals.js';
import { passAtK, passPowerK } from './repeats.js';
import { studentCumulative, studentQuantile } from './student.js';

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe('statistics', () => {
  it.each([
    // Tables of the t distribution.
    [0.975, 1, 12.7062],
    [0.975, 5, 2.5706],
    [0.975, 30, 2.0423],
    [0.95, 10, 1.8125],
    [0.975, 9_999, 1.9602],
    [0.025, 5, -2.5706],
  ])('the %d quantile of t with %d degrees of freedom is %d', (probability, degrees, value) => {
    expect(studentQuantile(probability, degrees)).toBeCloseTo(value, 4);
    expect(studentCumulative(value, degrees)).toBeCloseTo(probability, 4);
  });

  it("gives the interval of Student's own example of ten pairs", () => {
    const differences = [1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4];
    const { high, low } = pairedInterval(differences) ?? { low: 0, high: 0 };
    expect([low, high]).toEqual([expect.closeTo(0.7001142, 5), expect.closeTo(2.4598858, 5)]);
  });

  it.each<[string, number, (random: () => number) => number]>([
    ['normal', 10, (random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()) + 0.3],
    ['of pass and fail', 200, (random) => Number(random() < 0.7) - Number(random() < 0.4)],
  ])('holds the true mean in 95 of 100 samples of differences that are %s', (_name, count, draw) => {
    const random = randomOf(7);
    const samples = 1_000;
    let held = 0;
    for (let at = 0; at < samples; at += 1) {
      const interval = pairedInterval(Array.from({ length: count }, () => draw(random)));
      if (interval !== undefined && interval.low <= 0.3 && interval.high >= 0.3) held += 1;
    }
    // Three standard errors of a share of 0.95 are 0.0207.
    expect(Math.abs(held / samples - 0.95)).toBeLessThan(0.0208);
  });

  it('has no interval for fewer than two pairs', () => {
    expect(pairedInterval([1])).toBeUndefined();
    expect(wilsonInterval(1, 0)).toBeUndefined();
  });

  it.each([
    // Newcombe (1998), table I.
    [81 / 263, 263, 0.2553, 0.3662],
    [15 / 148, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1 / 29, 29, 0.0061, 0.1718],
  ])("Wilson's interval of %d in %d", (share, count, low, high) => {
    const interval = wilsonInterval(share, count);
    expect(interval).toEqual({ low: expect.closeTo(low, 4), high: expect.closeTo(high, 4) });
  });

  it.each([
    [0, 0, 1],
    [3, 0, 0.25],
    [6, 0, 0.03125],
    [8, 2, 0.109375],
    [5, 5, 1],
  ])('the sign test of %d and %d is %d', (ups, downs, chance) => {
    expect(signTest(ups, downs)).toBeCloseTo(chance, 8);
  });

  it.each([
    [5, 2, 1, 0.4, 0.4],
    [5, 2, 2, 0.7, 0.1],
    [5, 2, 4, 1, 0],
    [3, 3, 3, 1, 1],
    [3, 0, 2, 0, 0],
  ])('%d answers of which %d pass have pass@%d = %d and pass^k = %d', (count, passed, k, atLeastOne, all) => {
    expect(passAtK(count, passed, k)).toBeCloseTo(atLeastOne, 10);
    expect(passPowerK(count, passed, k)).toBeCloseTo(all, 10);
  });
});
