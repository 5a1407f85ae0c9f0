import type { StatementLine, StatementRule, StatementTotal, StatementUsage } from '@multilane/persistence';

/** Units of a dollar that sums are stored in: ten decimals. */
const UNITS = 1e10;

/** Rounding errors of sums in double precision are no usage. */
const LEAST_USD = 1e-7;

const COUNTS = ['requests', 'promptTokens', 'completionTokens', 'cachedTokens'] as const;

/**
 * Finds what usage has beyond what was written down of the same month, by subject and model: requests that came after the month was closed.
 * What was written down and is gone from usage is negative.
 */
export function correctUsage(
  usage: readonly StatementUsage[],
  billed: readonly StatementUsage[],
): readonly StatementUsage[] {
  const before = new Map(billed.map((row) => [keyOf(row), row]));
  const now = new Set(usage.map(keyOf));
  const gone = billed.filter((row) => !now.has(keyOf(row)));
  return [
    ...usage.map((row) => subtract(row, before.get(keyOf(row)))),
    ...gone.map((row) => subtract({ ...row, ...NOTHING }, row)),
  ].filter((row) => Math.abs(row.costUsd) > LEAST_USD || COUNTS.some((name) => row[name] !== 0));
}

/** Makes lines of usage: each costs the percent of its subject's rule more, or else of the rule for all. */
export function writeLines(
  usage: readonly StatementUsage[],
  {
    line,
    month,
    rules,
  }: Pick<StatementLine, 'line' | 'month'> & { readonly rules: readonly Pick<StatementRule, 'subject' | 'percent'>[] },
): readonly StatementLine[] {
  const percents = new Map(rules.map(({ percent, subject }) => [subject, percent]));
  const ofAll = percents.get('') ?? 0;
  return usage.map((row) => {
    // Usage without a subject has the rule for all.
    const percent = percents.get(row.subject) ?? ofAll;
    return { ...row, line, month, percent, amountUsd: round(row.costUsd * (1 + percent / 100)) };
  });
}

/** Sums lines by subject: the largest amount first, then by name. */
export function sumLines(lines: readonly StatementLine[]): readonly StatementTotal[] {
  const sums = new Map<string, StatementTotal>();
  for (const row of lines) {
    const sum = sums.get(row.subject) ?? { ...row, ...NOTHING, correctionUsd: 0, amountUsd: 0 };
    sums.set(row.subject, {
      subject: row.subject,
      subjectName: sum.subjectName || row.subjectName,
      requests: sum.requests + row.requests,
      promptTokens: sum.promptTokens + row.promptTokens,
      completionTokens: sum.completionTokens + row.completionTokens,
      cachedTokens: sum.cachedTokens + row.cachedTokens,
      costUsd: round(sum.costUsd + row.costUsd),
      correctionUsd: round(sum.correctionUsd + (row.line === 'correction' ? row.amountUsd : 0)),
      amountUsd: round(sum.amountUsd + row.amountUsd),
    });
  }
  return [...sums.values()].sort(
    (one, other) => other.amountUsd - one.amountUsd || one.subjectName.localeCompare(other.subjectName),
  );
}

const NOTHING = { requests: 0, promptTokens: 0, completionTokens: 0, cachedTokens: 0, costUsd: 0 };

const keyOf = ({ model, subject }: StatementUsage): string => JSON.stringify([subject, model]);

function subtract(usage: StatementUsage, billed: StatementUsage = { ...usage, ...NOTHING }): StatementUsage {
  return {
    ...usage,
    requests: usage.requests - billed.requests,
    promptTokens: usage.promptTokens - billed.promptTokens,
    completionTokens: usage.completionTokens - billed.completionTokens,
    cachedTokens: usage.cachedTokens - billed.cachedTokens,
    costUsd: round(usage.costUsd - billed.costUsd),
  };
}

function round(usd: number): number {
  return Math.round(usd * UNITS) / UNITS;
}
