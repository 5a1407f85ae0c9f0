import { describe, expect, it } from '@jest/globals';
import { describeCosts, readCosts } from './unit-costs.js';
import { ROUND_COSTS } from './unit-costs.tools.spec.js';

describe('unit costs', () => {
  it('are rows of the report, each with a name of its own, and are read from them', () => {
    const figures = describeCosts(ROUND_COSTS);
    expect(new Set(figures.map(({ name }) => name)).size).toBe(Object.keys(ROUND_COSTS).length);
    expect(readCosts(figures)).toEqual(ROUND_COSTS);
  });

  it('that were not measured have no row, and the plan names them', () => {
    const figures = describeCosts({ ...ROUND_COSTS, wal: undefined } as never);
    expect(figures.map(({ name }) => name)).not.toContain('PostgreSQL: write-ahead log for a request');
    expect(() => readCosts(figures)).toThrow('PostgreSQL: write-ahead log for a request');
  });
});
