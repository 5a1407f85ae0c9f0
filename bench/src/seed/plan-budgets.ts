import { type BudgetRule, credentialAccount, partAccount, periodAt, teamAccount } from '@multilane/policy';
import type { AuditRecord } from '@multilane/telemetry';
import { refusedByBudget } from './outcomes.js';
import { BUSY_KEYS } from './plan-requests.js';
import { makeRandom } from './random.js';

/** Shares of their amounts that budgets are spent to, one after the other: most are fine, some are close, one is over soon. */
const SPENT = [0.46, 0.93, 0.31, 0.81, 0.67, 0.97, 0.22, 0.58, 0.88, 0.39];

/** Every so many keys with spending have a budget. */
const EACH = 3;

/** Keys that spend less have no budget. */
const LEAST_USD = 0.25;

/** Keys whose budget was spent some time ago, and since when, in milliseconds. */
const SPENT_OUT = 2;
const SPENT_OUT_MS = 30 * 3_600_000;

/** Budgets by the ids of their holders: US dollars of keys and tokens of teams, a month. */
export interface PlannedBudgets {
  readonly keys: ReadonlyMap<string, number>;
  readonly teams: ReadonlyMap<string, number>;
}

/**
 * Chooses budgets that this month's requests spend to different shares. Two are spent out: their later requests become refusals, in the
 * records that are given.
 */
export function planBudgets(records: AuditRecord[], now: number, seed: number): PlannedBudgets {
  const { startsAt } = periodAt('monthly', now);
  const isOfMonth = (record: AuditRecord): boolean => Date.parse(record.time) >= startsAt;
  const spent = (upTo: number) =>
    sumBy(
      records,
      ({ credential_id }) => credential_id,
      (record) => (isOfMonth(record) && Date.parse(record.time) < upTo ? (record.cost_usd ?? 0) : 0),
    );
  const keys = new Map<string, number>();
  const since = now - SPENT_OUT_MS;
  const asksLater = new Set(
    records
      .filter(({ api_key_name: name, time }) => !BUSY_KEYS.has(name) && Date.parse(time) >= since)
      .map(({ credential_id: id }) => id),
  );
  const early = rankedOf(spent(since)).filter(([id]) => asksLater.has(id));
  for (const [id, amount] of early.slice(4, 4 + SPENT_OUT))
    keys.set(id, Math.max(0.01, Math.floor(amount * 100) / 100));
  refuseAfter(records, keys, since, seed);
  rankedOf(spent(now)).forEach(([id, amount], place) => {
    if (keys.has(id) || place % EACH !== 0 || amount < LEAST_USD) return;
    keys.set(id, amountFor(amount, SPENT[(place / EACH) % SPENT.length] ?? 1));
  });
  const tokens = sumBy(
    records,
    ({ team_id }) => team_id,
    (record) => (isOfMonth(record) ? (record.total_tokens ?? 0) : 0),
  );
  const teams = new Map(
    rankedOf(tokens).map(([id, amount], place) => [
      id,
      Math.ceil(amountFor(amount, SPENT[(place + 1) % SPENT.length] ?? 1)),
    ]),
  );
  return { keys, teams };
}

/** The amount that is spent to a share, with two digits that people would choose. */
export function amountFor(spent: number, share: number): number {
  const exact = Math.max(spent / share, 0.01);
  const unit = 10 ** (Math.floor(Math.log10(exact)) - 1);
  return Number((Math.ceil(exact / unit) * unit).toPrecision(2));
}

function refuseAfter(records: AuditRecord[], keys: ReadonlyMap<string, number>, since: number, seed: number): void {
  const random = makeRandom(seed + 1);
  for (const record of records) {
    if (!keys.has(record.credential_id ?? '') || Date.parse(record.time) < since) continue;
    const { code, durationMs = 1, status } = refusedByBudget(random);
    Object.assign(record, {
      outcome: 'refused',
      error_code: code,
      status,
      attempts: 0,
      duration_ms: Math.round(durationMs * 1_000) / 1_000,
      provider: null,
      provider_kind: null,
      upstream_model: null,
      time_to_first_byte_ms: null,
      prompt_tokens: null,
      completion_tokens: null,
      total_tokens: null,
      cached_tokens: null,
      usage_source: 'none',
      cost_usd: null,
      price_version: null,
      details: null,
    } satisfies Partial<AuditRecord>);
  }
}

/** Writes into this month's records which budgets they are charged to. */
export function chargeBudgets(
  records: readonly AuditRecord[],
  { keys, teams }: PlannedBudgets,
  rules: readonly BudgetRule[],
  now: number,
): void {
  const { startsAt } = periodAt('monthly', now);
  const period_start = new Date(startsAt).toISOString();
  const charge = (account: string, amount: number) => ({ account, period_start, amount, lease: null });
  for (const record of records) {
    if (Date.parse(record.time) < startsAt || record.total_tokens === null) continue;
    const { cost_usd: cost, credential_id: key, team_id: team, total_tokens: tokens } = record;
    const dollars = cost ?? 0;
    record.charges = [
      ...(key !== null && keys.has(key) ? [charge(credentialAccount(key, 'monthly'), dollars)] : []),
      ...(team !== null && teams.has(team) ? [charge(teamAccount(team), tokens)] : []),
      ...rules.flatMap((rule) => {
        const account = accountOfRecord(rule, record);
        return account === undefined ? [] : [charge(account, dollars)];
      }),
    ];
  }
}

/** Rules of customers, of a value of a tag and of everything: the three that the company has. */
function accountOfRecord({ account, isApart, settings }: BudgetRule, record: AuditRecord): string | undefined {
  const { scope, value, workspaceId } = settings;
  if (workspaceId !== undefined && workspaceId !== record.workspace_id) return undefined;
  if (scope === 'customer')
    return record.customer === undefined ? undefined : isApart ? partAccount(account, record.customer) : account;
  if (scope === 'tag') {
    const [name = '', wanted] = (value ?? '').split('=');
    return record.tags?.[name] === wanted ? account : undefined;
  }
  return account;
}

/** Sums what records have by what they are of; those of nothing are left out. */
export function sumBy(
  records: readonly AuditRecord[],
  groupOf: (record: AuditRecord) => string | null | undefined,
  amountOf: (record: AuditRecord) => number,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const record of records) {
    const group = groupOf(record);
    if (group) sums.set(group, (sums.get(group) ?? 0) + amountOf(record));
  }
  return sums;
}

function rankedOf(sums: ReadonlyMap<string, number>): (readonly [string, number])[] {
  return [...sums].filter(([, amount]) => amount > 0).sort(([, one], [, other]) => other - one);
}
