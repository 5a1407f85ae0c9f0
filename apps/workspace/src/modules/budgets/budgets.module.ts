import { Module } from '@nestjs/common';
import { BudgetCleanupTask } from './budget-cleanup-task.js';
import { BudgetsController } from './budgets.controller.js';
import { BudgetsService } from './budgets.service.js';

@Module({ controllers: [BudgetsController], providers: [BudgetsService, BudgetCleanupTask] })
export class BudgetsModule {}
