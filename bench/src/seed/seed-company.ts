import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '@multilane/persistence';
import { type BudgetRule, readBudgetRule } from '@multilane/policy';
import type { AuditRecord } from '@multilane/telemetry';
import { addExports, addSecondFactor, addSignIn } from './add-access.js';
import { addAlertHistory, addAlerts, startReceiver } from './add-alerts.js';
import { addPolicies } from './add-policies.js';
import { addRuns } from './add-runs.js';
import { type Company, makeCompany, setUp } from './make-company.js';
import { OWNER, PASSWORD, PEOPLE } from './people.js';
import { amountFor, chargeBudgets, type PlannedBudgets, planBudgets, sumBy } from './plan-budgets.js';
import { planRequests } from './plan-requests.js';
import {
  createSeedCaller,
  inLanes,
  prepareFolder,
  type SeedCaller,
  startSeedService,
  takeSession,
} from './seed-service.js';
import { agePast, openSeedDatabase, storeRequests } from './store-requests.js';

const DAY_MS = 86_400_000;

export interface SeedOptions {
  /** Folder of the service; it must have no owner yet. */
  readonly folder: string;
  /** Address of a PostgreSQL; undefined: the embedded database of the folder. */
  readonly databaseUrl: string | undefined;
  readonly requests: number;
  readonly days: number;
  readonly seed: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Told what is being done. */
  note(text: string): void;
}

/** What was made, for those who look at it: `company.json` of the folder. */
export interface SeededCompany {
  readonly company: Company;
  readonly records: readonly AuditRecord[];
  readonly budgets: PlannedBudgets;
}

/** Fills a database with a company: over the API of a service that runs, but for the requests, which are stored as gateways do. */
export async function seedCompany(options: SeedOptions): Promise<SeededCompany> {
  const { databaseUrl, folder, note, now, seed } = options;
  prepareFolder(folder, databaseUrl);
  let service = await startSeedService(folder);
  const made = await (async () => {
    const owner = await setUp(service);
    const company = await makeCompany(owner);
    note(`${company.teams.length} teams, ${company.keys.length} keys and ${company.people.length} people`);
    const records = planRequests({
      ...options,
      organization: company.organization,
      keys: company.keys,
      count: options.requests,
    });
    const budgets = planBudgets(records, now, seed);
    const rules = await setBudgets(owner, company, { budgets, records });
    chargeBudgets(records, budgets, rules, now);
    await addPolicies(owner, company);
    return { company, records, budgets };
  })().finally(service.stop);
  await fill(options, async (database) => {
    await storeRequests(database, made.records, (stored) => note(`${stored} of ${made.records.length} requests`));
    await agePast(database, made.records, made.company, now - options.days * DAY_MS);
  });
  service = await startSeedService(folder);
  const receiver = await startReceiver();
  let secondFactors: Readonly<Record<string, string>> = {};
  try {
    const owner = createSeedCaller(
      service.url,
      await takeSession(service.url, '/auth/login', { email: OWNER.email, password: OWNER.password }),
    );
    await addAlerts(owner, made.company, receiver.url);
    await addExports(owner, made.company, receiver.url);
    await addSignIn(owner);
    secondFactors = await addSecondFactor(service.url);
    await addRuns(owner, made.company, note);
    await receiver.untilTold();
  } finally {
    await receiver.stop();
    await service.stop();
  }
  await fill(options, (database) => addAlertHistory(database, made.company, now));
  writeFileSync(join(folder, 'company.json'), describeCompany(made.company, secondFactors), { mode: 0o600 });
  return made;
}

async function fill({ databaseUrl, folder }: SeedOptions, work: (database: Database) => Promise<unknown>) {
  const database = await openSeedDatabase(folder, databaseUrl);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

interface Spending {
  readonly budgets: PlannedBudgets;
  readonly records: readonly AuditRecord[];
}

/** Sets the budgets of keys and teams, and makes three rules that are nearly spent. */
async function setBudgets(owner: SeedCaller, company: Company, { budgets, records }: Spending): Promise<BudgetRule[]> {
  await inLanes([...budgets.keys], ([id, amount]) =>
    owner.call('PATCH', `/admin/keys/${id}`, { budget_usd_monthly: amount }),
  );
  await inLanes([...budgets.teams], ([id, tokens]) =>
    owner.call('PATCH', `/admin/teams/${id}`, { token_budget_monthly: tokens }),
  );
  const [place] = company.workspaces;
  const month = new Date(records.at(-1)?.time ?? 0).toISOString().slice(0, 7);
  const spent = (record: AuditRecord): number => (record.time.startsWith(month) ? (record.cost_usd ?? 0) : 0);
  const customers = [...sumBy(records, ({ customer }) => customer, spent).values()];
  const feature = sumBy(records, ({ tags }) => tags?.feature, spent).get('product-answers') ?? 0;
  const all = sumBy(records, ({ organization }) => organization, spent).get('Brightline') ?? 0;
  const planned = [
    {
      name: 'each customer',
      scope: 'customer',
      amount: amountFor(Math.max(0, ...customers), 0.96),
      workspace: place?.id,
    },
    {
      name: 'product answers',
      scope: 'tag',
      value: 'feature=product-answers',
      amount: amountFor(feature, 0.9),
      workspace: place?.id,
    },
    { name: 'all of the company', scope: 'organization', amount: amountFor(all, 0.83), workspace: undefined },
  ] as const;
  const rules: BudgetRule[] = [];
  for (const { workspace, ...rule } of planned) {
    const body = { ...rule, action: 'alert', ...(workspace !== undefined && { workspace_id: workspace }) };
    const { id } = await owner.call('POST', '/admin/gateway/policies/budgets', body);
    rules.push(
      readBudgetRule(
        { ...rule, ...CALENDAR, action: 'alert' },
        { id, isDeclared: false, organization: company.organization.id, workspaceId: workspace },
      ),
    );
  }
  return rules;
}

/** Months of the calendar in UTC, in dollars. */
const CALENDAR = {
  unit: 'usd',
  window: 'month',
  rolling: false,
  time_zone: 'UTC',
  week_start: 'monday',
  fiscal_year_start: 1,
  carry_over: false,
  include_media: false,
} as const;

function describeCompany(
  { liveKey, people, teams, workspaces }: Company,
  secondFactors: Readonly<Record<string, string>>,
): string {
  return `${JSON.stringify(
    {
      owner: OWNER,
      password: PASSWORD,
      second_factors: secondFactors,
      workspaces,
      teams,
      people: PEOPLE.map((person, index) => ({ id: people[index], ...person })),
      key: liveKey,
    },
    undefined,
    2,
  )}\n`;
}
