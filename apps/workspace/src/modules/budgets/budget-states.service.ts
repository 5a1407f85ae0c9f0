import { parseBudgetRuleEntry } from '@multilane/config';
import type { BudgetAction, BudgetScope, BudgetUnit } from '@multilane/contracts';
import type { BudgetHolderRecord, Database, StoredPolicyRecord } from '@multilane/persistence';
import {
  type BudgetRule,
  describeRuleState,
  periodAt,
  type RuleState,
  readDeclaredRule,
  readRuleStates,
  readStoredRule,
} from '@multilane/policy';
import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';

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

/** Reads the states of budget rules: three queries, whatever the number of rules. */
@Injectable()
export class BudgetStatesService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  /** The budgets of the rules that apply in the shown workspaces, at most 100 accounts of each with the most spending. */
  async listRules(
    organizationId: string,
    isShown: (workspaceId: string | null) => boolean,
  ): Promise<readonly BudgetStatus[]> {
    const now = await this.database.budgets.readClock();
    const rules = (await this.findRules(organizationId)).filter((rule) => isShown(rule.settings.workspaceId ?? null));
    const states = new Map<BudgetRule, RuleState[]>(rules.map((rule) => [rule, []]));
    for (const state of await readRuleStates(rules, now, this.database.budgets)) states.get(state.rule)?.push(state);
    return rules.flatMap((rule) => {
      const own = states.get(rule) ?? [];
      // A rule that counts all requests together has a state before the first one.
      if (own.length === 0 && !rule.isApart)
        own.push(describeRuleState({ account: rule.account, rule, spent: 0 }, now));
      return own.map(describeRule);
    });
  }

  /** A rule of the database as gateways apply it; undefined for one that this version cannot read. */
  readRule(policy: StoredPolicyRecord): BudgetRule | undefined {
    const { entry } = parseBudgetRuleEntry({ ...policy.definition, name: policy.name });
    return entry && readStoredRule(entry, policy);
  }

  private async findRules(organizationId: string): Promise<BudgetRule[]> {
    const stored = await this.database.policies.listAll(organizationId, { kind: 'budget' });
    const own = stored.flatMap((policy) => (policy.enabled ? (this.readRule(policy) ?? []) : []));
    return [...own, ...(await this.readDeclared(organizationId))];
  }

  private async readDeclared(organizationId: string): Promise<BudgetRule[]> {
    const { budgets, organization } = this.services.followed.settings;
    if (budgets.rules.length === 0) return [];
    const tenant = await this.database.organizations.find(organizationId);
    if (tenant?.name !== organization.name) return [];
    return budgets.rules.map((entry) => readDeclaredRule(entry, organization.name));
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

/** State of one account of a rule. */
export function describeRule({ endsAt, limit, part, rule, spent, startsAt }: RuleState): BudgetStatus {
  const { action, id, name, unit, workspaceId = null } = rule.settings;
  return {
    source: 'rule',
    id,
    name,
    scope: rule.refusedScope,
    key: part ?? null,
    workspaceId,
    unit,
    action,
    limit,
    spent,
    windowStart: startsAt,
    windowEnd: endsAt,
  };
}
