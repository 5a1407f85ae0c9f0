import { Module } from '@nestjs/common';
import { BudgetKeeper } from './budget-keeper.js';
import { BudgetsController } from './budgets.controller.js';
import { BudgetsService } from './budgets.service.js';

@Module({ controllers: [BudgetsController], providers: [BudgetsService, BudgetKeeper] })
export class BudgetsModule {}
