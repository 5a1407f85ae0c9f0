import { Controller, Get, Inject, Param, Post, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Answers } from '../../openapi/answers.decorator.js';
import { Lists } from '../../openapi/resource-routes.decorator.js';
import { BudgetsService } from './budgets.service.js';
import { BudgetView } from './dto/budget.view.js';
import { ListBudgetsQuery } from './dto/list-budgets.query.js';

/**
 * Budgets in effect and what is spent of them (docs/contract/budgets.md#budgets). They are set at the key, or at the
 * team.
 */
@Controller('admin/budgets')
export class BudgetsController {
  constructor(@Inject(BudgetsService) private readonly budgets: BudgetsService) {}

  /** Keys and teams that have a budget. */
  @Lists(BudgetView)
  @RequirePermission('gateway.budgets.read', { in: 'anywhere' })
  async list(@FromRequester() requester: Requester, @Query() query: ListBudgetsQuery): Promise<ListAnswer<BudgetView>> {
    return toList(await this.budgets.list(requester, query), BudgetView.of);
  }

  /** The budget of a key or a team, by its id. */
  @Get(':id')
  @RequirePermission('gateway.budgets.read', { in: 'anywhere' })
  @Answers(BudgetView)
  async find(@FromRequester() requester: Requester, @Param('id') id: string): Promise<BudgetView> {
    return BudgetView.of(await this.budgets.find(requester, id));
  }

  /** Starts the budget from zero within its period. */
  @Post(':id/reset')
  @RequirePermission('gateway.budgets.manage')
  @Answers(BudgetView, { description: 'The budget, of which nothing is spent.' })
  async reset(@FromRequester() requester: Requester, @Param('id') id: string): Promise<BudgetView> {
    return BudgetView.of(await this.budgets.reset(requester, id));
  }
}
