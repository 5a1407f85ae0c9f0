import { GatewayError } from '@multilane/errors';
import type { Database } from '@multilane/persistence';
import { describeRuleState, partAccount } from '@multilane/policy';
import { Inject, Injectable } from '@nestjs/common';
import { findAccessible } from '../../access/find-accessible.js';
import type { Requester } from '../../access/requester.js';
import { refuseField } from '../../http/invalid-field.js';
import type { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { DATABASE } from '../../services/workspace-services.js';
import { BudgetStatesService, type BudgetStatus, describeHolder, describeRule } from './budget-states.service.js';
import { BudgetsService } from './budgets.service.js';
import type { ResetBudgetRuleDto } from './dto/reset-budget-rule.dto.js';

const READ = 'gateway.budgetrules.read';
const MANAGE = 'gateway.budgetrules.manage';

/** States of budgets for those who may see them, and resets of rules. */
@Injectable()
export class BudgetRuleStatesService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(BudgetStatesService) private readonly states: BudgetStatesService,
    @Inject(BudgetsService) private readonly budgets: BudgetsService,
  ) {}

  /** Fails with 404 for a workspace out of reach. */
  async list(requester: Requester, { workspace_id: asked }: WorkspaceQuery): Promise<readonly BudgetStatus[]> {
    const holders = await this.budgets.listStates(requester, asked);
    const isShown = (workspaceId: string | null): boolean => {
      if (asked !== undefined && workspaceId !== null && workspaceId !== asked) return false;
      return requester.can(READ, workspaceId === null ? {} : { workspaceId });
    };
    const rules = await this.states.listRules(requester.organizationId, isShown);
    return [...rules, ...holders.map(({ holder, spent }) => describeHolder(holder, spent))];
  }

  /** Fails with 404 for a rule that the requester may not see, and 400 without the key of a rule that counts each apart. */
  async reset(
    requester: Requester,
    id: string,
    { workspace_id: asked }: WorkspaceQuery,
    { key, reason }: ResetBudgetRuleDto,
  ): Promise<BudgetStatus> {
    const { actor, organizationId } = requester;
    const policy = await findAccessible(requester, { toSee: READ, toDo: MANAGE, asked }, async (organization) => {
      const found = await this.database.policies.find(organization, id);
      return found?.kind === 'budget' ? found : undefined;
    });
    const rule = policy && this.states.readRule(policy);
    if (policy === undefined || rule === undefined) {
      throw new GatewayError('not_found', { message: 'The budget rule does not exist.' });
    }
    const { isApart, settings } = rule;
    const { appliesPer, window } = settings;
    if (isApart && (key ?? undefined) === undefined) {
      throw refuseField({ path: 'key', message: `is required: the rule counts each ${appliesPer} apart` });
    }
    if (!isApart && (key ?? undefined) !== undefined) {
      throw refuseField({ path: 'key', message: 'does not go with a rule that counts all requests together' });
    }
    const account = isApart ? partAccount(rule.account, key ?? '') : rule.account;
    const now = await this.database.budgets.readClock();
    const since = new Date(window.boundsAt(now).startsAt - window.earlierMs).toISOString();
    await this.database.change(actor, async ({ budgets, note }) => {
      const spent = await budgets.resetWindow(account, since);
      const target = { targetType: 'policy', targetId: id, targetName: policy.name };
      const about = isApart ? { key: key ?? '' } : {};
      note({
        organizationId,
        action: 'budget.reset',
        ...target,
        before: { ...about, spent },
        after: { ...about, spent: 0, reason },
      });
    });
    return describeRule(describeRuleState({ account, rule, spent: 0 }, now));
  }
}
