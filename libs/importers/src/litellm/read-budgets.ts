import type { LitellmContext } from './context.js';

type Window = 'day' | 'month' | 'total' | 'week';

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: HOUR_S, d: DAY_S, w: 7 * DAY_S, mo: 31 * DAY_S };

/** From short to long: a window is never shorter than LiteLLM's period. */
const WINDOWS: readonly (readonly [number, Window])[] = [
  [DAY_S, 'day'],
  [7 * DAY_S, 'week'],
  [31 * DAY_S, 'month'],
];

interface BudgetOfProxy {
  readonly amount: string;
  /** Undefined: it is never reset. */
  readonly duration?: string;
  readonly name: string;
  readonly scope: 'customer' | 'organization' | 'user';
  readonly about: string;
}

/** Budgets of `litellm_settings` that hold for every caller (https://docs.litellm.ai/docs/proxy/users). */
const BUDGETS: readonly BudgetOfProxy[] = [
  {
    amount: 'max_budget',
    duration: 'budget_duration',
    name: 'imported, all callers',
    scope: 'organization',
    about: 'of all callers together',
  },
  {
    amount: 'max_internal_user_budget',
    duration: 'internal_user_budget_duration',
    name: 'imported, each person',
    scope: 'user',
    about: 'of each person',
  },
  { amount: 'max_end_user_budget', name: 'imported, each customer', scope: 'customer', about: 'of each end customer' },
];

/**
 * Turns budgets of the proxy into budget rules, which begin with nothing spent. Answers the names of the settings that were
 * read; others restrict callers and are not kept.
 */
export function readBudgets({ draft, findings, root }: LitellmContext): ReadonlySet<string> {
  const read = new Set<string>();
  const settings = root.at('litellm_settings');
  for (const { about, amount, duration, name, scope } of BUDGETS) {
    const { number } = settings.at(amount);
    const window = windowOf(duration === undefined ? undefined : settings.at(duration).value);
    if (number === undefined || number <= 0 || window === undefined) continue;
    draft.budgetRules.push({ name, scope, amount: number, window });
    const words = `Became a budget rule ${about} (${window === 'total' ? 'never reset' : `a calendar ${window}`}).`;
    findings.approximate(settings.at(amount), `${words} It begins with nothing spent.`);
    read.add(amount);
    if (duration === undefined || !settings.at(duration).exists) continue;
    findings.approximate(settings.at(duration), 'Became the window of the budget rule.');
    read.add(duration);
  }
  return read;
}

/** Window of a period such as `30d`; undefined for one that is longer than a month, or none. */
function windowOf(duration: unknown): Window | undefined {
  if (duration === undefined || duration === null) return 'total';
  const [, count, unit = ''] = /^(\d{1,6})(mo|[smhdw])$/.exec(String(duration).trim()) ?? [];
  const seconds = Number(count) * (SECONDS[unit] ?? Number.NaN);
  return WINDOWS.find(([longest]) => seconds <= longest)?.[1];
}
