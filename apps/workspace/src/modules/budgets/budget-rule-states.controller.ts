import { Body, Controller, Get, Inject, Param, Post, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers, AnswersList } from '../../openapi/answers.decorator.js';
import { BudgetRuleStatesService } from './budget-rule-states.service.js';
import { BudgetStatusView } from './dto/budget-status.view.js';
import { ResetBudgetRuleDto } from './dto/reset-budget-rule.dto.js';

/** The state of budgets, and starting those of rules from zero (docs/contract/budgets.md#rules). */
@Controller('admin/gateway')
export class BudgetRuleStatesController {
  constructor(@Inject(BudgetRuleStatesService) private readonly states: BudgetRuleStatesService) {}

  /**
   * All budgets in their windows that run, in one page: rules, with at most 100 of those that each counts apart, the most spent
   * first; then keys and teams, at most 1,000.
   */
  @Get('budgets/status')
  @RequirePermission('gateway.budgets.read', { in: 'anywhere' })
  @AnswersList(BudgetStatusView)
  async list(
    @FromRequester() requester: Requester,
    @Query() query: WorkspaceQuery,
  ): Promise<ListAnswer<BudgetStatusView>> {
    return toList({ data: await this.states.list(requester, query), nextCursor: null }, BudgetStatusView.of);
  }

  /** Starts a budget of a rule from zero within its window. */
  @Post('policies/budgets/:id/reset')
  @RequirePermission('gateway.budgetrules.manage', { in: 'anywhere' })
  @Answers(BudgetStatusView, { description: 'The budget, of which nothing is spent.' })
  async reset(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
    @Body() dto: ResetBudgetRuleDto,
  ): Promise<BudgetStatusView> {
    return BudgetStatusView.of(await this.states.reset(requester, id, query, dto));
  }
}
