import { type BudgetRuleEntry, parseBudgetRuleEntry } from '@multilane/config';
import type { BudgetAction, BudgetScope, BudgetUnit } from '@multilane/contracts';
import type { BudgetHolderRecord, Database, StoredPolicyRecord } from '@multilane/persistence';
import { type BudgetRule, partOfAccount, periodAt, readBudgetRule } from '@multilane/policy';
import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../workspace-services.js';
import { readBudgets } from './budget-state.js';

/** State of one budget in its window that runs: of a rule, of a key or of a team. */
export interface BudgetStatus {
  readonly source: 'rule' | 'api_key' | 'team';
  /** Id of the rule, the key or the team; the name of a rule of gateway.yaml. */
  readonly id: string;
  readonly name: string;
  readonly scope: BudgetScope;
  /** The one that is counted, of a rule that counts each apart: a customer, the value of a tag. Null: all together. */
  readonly key: string | null;
  /** Null: every workspace of the organization. */
  readonly workspaceId: string | null;
  readonly unit: BudgetUnit;
  readonly action: BudgetAction;
  /** With a temporary raise and what was carried over, if any. */
  readonly limit: number;
  readonly spent: number;
  /** Milliseconds since the epoch; of a rolling window the moment from which on spending counts. */
  readonly windowStart: number;
  /** Milliseconds since the epoch; infinity for a budget that is never reset, and for a rolling window. */
  readonly windowEnd: number;
}

/** Accounts of one rule that are listed: those with the most spending. */
const MOST_OF_A_RULE = 100;

/** Keys and teams whose budgets are listed. */
const MOST_HOLDERS = 1_000;

const PAGE = 200;

/** A rule with its place. */
interface PlacedRule {
  readonly rule: BudgetRule;
  readonly workspaceId: string | null;
}

/**
 * Reads the states of budgets, for alerts, forecasts and the console. A list costs three queries, whatever the number of rules, and a page
 * of 200 keys and teams two more.
 */
@Injectable()
export class BudgetStatesService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  /**
   * All budgets of an organization: its rules, at most 100 accounts of each with the most spending, then those of at most 1,000
   * keys and teams. For tasks of the service; it asks nobody's permission.
   */
  async list(organizationId: string): Promise<readonly BudgetStatus[]> {
    return [...(await this.listRules(organizationId)), ...(await this.listHolders(organizationId))];
  }

  /** The budgets of the rules that apply in a workspace; undefined: of all. */
  async listRules(
    organizationId: string,
    isShown: (workspaceId: string | null) => boolean = () => true,
  ): Promise<readonly BudgetStatus[]> {
    const now = await this.database.budgets.readClock();
    const placed = (await this.findRules(organizationId)).filter(({ workspaceId }) => isShown(workspaceId));
    const windows = placed.map(({ rule }) => windowOf(rule, now));
    const accounts = await this.database.budgets.listRuleAccounts(
      placed.map(({ rule }, place) => ({
        account: rule.account,
        from: toText(windows[place]?.from ?? 0),
        period_start: toText(windows[place]?.startsAt ?? 0),
      })),
      MOST_OF_A_RULE,
    );
    const carried = await this.readCarried(placed, accounts, now);
    const spent = new Map<number, typeof accounts>();
    for (const account of accounts) spent.set(account.place, [...(spent.get(account.place) ?? []), account]);
    return placed.flatMap((each, place) => {
      const rows = spent.get(place) ?? [];
      const isShared = each.rule.settings.appliesPer === 'shared' || each.rule.settings.appliesPer === 'organization';
      const all = rows.length === 0 && isShared ? [{ account: each.rule.account, spent: 0 }] : rows;
      return all.map((row) => describeRule(each, row, now, carried.get(row.account) ?? 0));
    });
  }

  /** A rule of the database as gateways apply it; undefined for one that this version cannot read. */
  readRule({ definition, id, name, organizationId, workspaceId }: StoredPolicyRecord): BudgetRule | undefined {
    const { entry } = parseBudgetRuleEntry({ ...definition, name });
    const place = { id, isDeclared: false, organization: organizationId, workspaceId: workspaceId ?? undefined };
    return entry && readBudgetRule(entry, place);
  }

  private async findRules(organizationId: string): Promise<PlacedRule[]> {
    const stored = await this.database.policies.listAll(organizationId, { kind: 'budget' });
    const placed = stored.flatMap((policy): PlacedRule[] => {
      const rule = policy.enabled ? this.readRule(policy) : undefined;
      return rule === undefined ? [] : [{ rule, workspaceId: policy.workspaceId }];
    });
    return [...placed, ...(await this.readDeclared(organizationId))];
  }

  private async readDeclared(organizationId: string): Promise<PlacedRule[]> {
    const { budgets, organization } = this.services.followed.settings;
    if (budgets.rules.length === 0) return [];
    const tenant = await this.database.organizations.find(organizationId);
    if (tenant?.name !== organization.name) return [];
    const place = { isDeclared: true, organization: organization.name, workspaceId: undefined };
    return budgets.rules.map((entry: BudgetRuleEntry) => ({
      rule: readBudgetRule(entry, { ...place, id: entry.name }),
      workspaceId: null,
    }));
  }

  /** Rests of the windows before, by account, of the rules that carry them over. */
  private async readCarried(
    placed: readonly PlacedRule[],
    accounts: readonly { readonly account: string; readonly place: number }[],
    now: number,
  ): Promise<ReadonlyMap<string, number>> {
    const asked = accounts.flatMap(({ account, place }) => {
      const rule = placed[place]?.rule;
      const before = rule?.settings.carriesOver ? rule.settings.window.boundsBefore(now) : undefined;
      return rule && before ? [{ account, period_start: toText(before.startsAt), amount: rule.settings.amount }] : [];
    });
    const amounts = new Map(asked.map(({ account, amount }) => [account, amount]));
    const records = await this.database.budgets.listSpending(asked);
    return new Map(records.map(({ account, spent }) => [account, Math.max(0, (amounts.get(account) ?? 0) - spent)]));
  }

  private async listHolders(organizationId: string): Promise<BudgetStatus[]> {
    const holders: BudgetHolderRecord[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.database.budgetHolders.listPage(organizationId, { limit: PAGE, cursor });
      holders.push(...page.data);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined && holders.length < MOST_HOLDERS);
    const organization = (await this.database.organizations.find(organizationId))?.name ?? '';
    const read = await readBudgets(holders, organization, Date.now(), (asked) =>
      this.database.budgets.listSpending(asked),
    );
    return read.map(({ holder, spent }) => describeHolder(holder, spent));
  }
}

/** State of the budget of a key or a team. */
export function describeHolder(
  { id, limit, name, period, scope, workspaceId }: Omit<BudgetHolderRecord, 'source' | 'teamId'>,
  spent: number,
): BudgetStatus {
  const { startsAt, endsAt } = periodAt(period, Date.now());
  return {
    source: scope,
    id,
    name,
    scope,
    key: null,
    workspaceId,
    unit: scope === 'team' ? 'tokens' : 'usd',
    action: 'refuse',
    limit,
    spent,
    windowStart: startsAt,
    windowEnd: endsAt,
  };
}

function windowOf({ settings: { window } }: BudgetRule, now: number) {
  const { startsAt, endsAt } = window.boundsAt(now);
  return { from: startsAt - window.earlierMs, startsAt, endsAt };
}

/** State of one account of a rule. @param carried Rest of the window before */
export function describeRule(
  { rule, workspaceId }: PlacedRule,
  { account, spent }: { readonly account: string; readonly spent: number },
  now: number,
  carried: number,
): BudgetStatus {
  const { action, id, name, unit, window } = rule.settings;
  const { from, endsAt } = windowOf(rule, now);
  return {
    source: 'rule',
    id,
    name,
    scope: rule.refusedScope,
    key: partOfAccount(account, rule.account) ?? null,
    workspaceId,
    unit,
    action,
    limit: rule.limitAt(now) + carried,
    spent,
    windowStart: from,
    windowEnd: window.earlierMs > 0 ? Number.POSITIVE_INFINITY : endsAt,
  };
}

function toText(moment: number): string {
  return new Date(moment).toISOString();
}
