import { describe, expect, it } from '@jest/globals';
import type { StatementLine, StatementUsage } from '@multilane/persistence';
import fc from 'fast-check';
import { correctUsage, sumLines, writeLines } from './statement-lines.js';

const usageOf = (subject: string, model: string, requests: number, units: number): StatementUsage => ({
  subject,
  subjectName: subject,
  model,
  requests,
  promptTokens: requests * 3,
  completionTokens: requests,
  cachedTokens: 0,
  costUsd: units / 1e10,
});

/** Requests of one month; each has a moment at which it is stored. */
const arrivals = fc.array(
  fc.record({
    subject: fc.constantFrom('a', 'b', ''),
    model: fc.constantFrom('small', 'large'),
    units: fc.integer({ min: 0, max: 10 ** 10 }),
    at: fc.integer({ min: 0, max: 9 }),
  }),
  { maxLength: 40 },
);

type Arrival = { subject: string; model: string; units: number; at: number };

const sumOf = (stored: readonly Arrival[]): StatementUsage[] => {
  const groups = new Map<string, StatementUsage>();
  for (const { model, subject, units } of stored) {
    const key = `${subject} ${model}`;
    const sum = groups.get(key) ?? usageOf(subject, model, 0, 0);
    groups.set(key, usageOf(subject, model, sum.requests + 1, Math.round(sum.costUsd * 1e10) + units));
  }
  return [...groups.values()];
};

const totalsOf = (lines: readonly StatementUsage[]) =>
  Object.fromEntries(
    [...new Set(lines.map(({ subject }) => subject))].sort().map((subject) => {
      const own = lines.filter((line) => line.subject === subject);
      const units = own.reduce((sum, { costUsd }) => sum + Math.round(costUsd * 1e10), 0);
      return [subject, [own.reduce((sum, { requests }) => sum + requests, 0), units]];
    }),
  );

describe('statements (docs/contract/usage.md#statements)', () => {
  it('charge every request once, however late it is stored and whenever months are closed', () => {
    fc.assert(
      fc.property(arrivals, fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 1 }), (requests, closings) => {
        let billed: StatementLine[] = [];
        for (const [index, at] of [...closings, 9].sort((one, other) => one - other).entries()) {
          const usage = sumOf(requests.filter((request) => request.at <= at));
          const found = index === 0 ? usage : correctUsage(usage, billed);
          const line = index === 0 ? 'usage' : 'correction';
          billed = [...billed, ...writeLines(found, { line, month: '2026-11', rules: [] })];
          billed = sumBilled(billed);
        }
        expect(totalsOf(billed)).toEqual(totalsOf(sumOf(requests)));
      }),
    );
  });

  /** Sums as the database does, by subject and model. */
  const sumBilled = (lines: readonly StatementLine[]): StatementLine[] => {
    const sums = new Map<string, StatementLine>();
    for (const line of lines) {
      const key = `${line.subject} ${line.model}`;
      const sum = sums.get(key);
      sums.set(key, {
        ...line,
        ...(sum && {
          requests: sum.requests + line.requests,
          promptTokens: sum.promptTokens + line.promptTokens,
          completionTokens: sum.completionTokens + line.completionTokens,
          costUsd: Math.round((sum.costUsd + line.costUsd) * 1e10) / 1e10,
        }),
      });
    }
    return [...sums.values()];
  };

  it('have no correction where nothing came', () => {
    const usage = [usageOf('a', 'small', 2, 500)];
    expect(correctUsage(usage, usage)).toEqual([]);
  });

  it('take back what was charged and is gone from usage', () => {
    expect(correctUsage([], [usageOf('a', 'small', 2, 2e10)])).toMatchObject([{ requests: -2, costUsd: -2 }]);
  });

  it('cost a percent more or less by the rule of their subject, else by that for all', () => {
    const usage = [usageOf('a', 'small', 1, 1e10), usageOf('b', 'small', 1, 1e10), usageOf('', 'small', 1, 1e10)];
    const rules = [
      { subject: '', percent: 20 },
      { subject: 'b', percent: -50 },
    ];
    const lines = writeLines(usage, { line: 'usage', month: '2026-11', rules });
    expect(lines.map(({ amountUsd, percent }) => [percent, amountUsd])).toEqual([
      [20, 1.2],
      [-50, 0.5],
      [20, 1.2],
    ]);
  });

  it('sum to their amounts, the largest first, with corrections apart', () => {
    const lines = [
      ...writeLines([usageOf('a', 'small', 1, 1e10)], { line: 'usage', month: '2026-11', rules: [] }),
      ...writeLines([usageOf('b', 'small', 1, 2e10)], { line: 'usage', month: '2026-11', rules: [] }),
      ...writeLines([usageOf('a', 'large', 4, 3e10)], { line: 'correction', month: '2026-10', rules: [] }),
    ];
    expect(sumLines(lines)).toMatchObject([
      { subject: 'a', requests: 5, amountUsd: 4, correctionUsd: 3 },
      { subject: 'b', requests: 1, amountUsd: 2, correctionUsd: 0 },
    ]);
  });
});
