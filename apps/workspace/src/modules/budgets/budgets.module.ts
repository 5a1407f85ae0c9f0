import { Module } from '@nestjs/common';
import { BudgetCleanupTask } from './budget-cleanup-task.js';
import { BudgetRuleStatesController } from './budget-rule-states.controller.js';
import { BudgetRuleStatesService } from './budget-rule-states.service.js';
import { BudgetStatesService } from './budget-states.service.js';
import { BudgetsController } from './budgets.controller.js';
import { BudgetsService } from './budgets.service.js';

@Module({
  controllers: [BudgetsController, BudgetRuleStatesController],
  providers: [BudgetsService, BudgetCleanupTask, BudgetStatesService, BudgetRuleStatesService],
  exports: [BudgetStatesService],
})
export class BudgetsModule {}
