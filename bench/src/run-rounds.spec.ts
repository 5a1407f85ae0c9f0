import { describe, expect, it } from '@jest/globals';
import type { BenchContext } from './bench-context.js';
import { QUICK_PLAN } from './bench-plan.js';
import { runRounds } from './run-rounds.js';

const server = (baseUrl: string) => ({
  baseUrl,
  processId: 0,
  readyMilliseconds: 0,
  explainEnd: () => Promise.resolve(undefined),
  stop: () => Promise.resolve(),
});
const context: BenchContext = {
  plan: { ...QUICK_PLAN, rounds: 3 },
  driver: { name: 'wrk', drive: () => Promise.reject(new Error('not used')) },
  targets: { direct: server('d'), bareProxy: server('b'), gateway: server('g') },
  progress: () => undefined,
};

describe('runRounds', () => {
  it('measures the targets one after another and turns the order around each time', async () => {
    const measured: string[] = [];
    const rounds = await runRounds(context, 'a title', ['bareProxy', 'gateway'], async ({ baseUrl }) => {
      measured.push(baseUrl);
      return `${baseUrl}${measured.length}`;
    });
    expect(measured).toEqual(['b', 'g', 'g', 'b', 'b', 'g']);
    expect(rounds).toEqual([
      { bareProxy: 'b1', gateway: 'g2' },
      { bareProxy: 'b4', gateway: 'g3' },
      { bareProxy: 'b5', gateway: 'g6' },
    ]);
  });
});
