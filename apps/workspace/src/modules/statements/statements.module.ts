import { Module } from '@nestjs/common';
import { StatementClosingTask } from './statement-closing-task.js';
import { StatementUsageService } from './statement-usage.service.js';
import { StatementsController } from './statements.controller.js';
import { StatementsService } from './statements.service.js';

@Module({
  controllers: [StatementsController],
  providers: [StatementClosingTask, StatementUsageService, StatementsService],
})
export class StatementsModule {}
