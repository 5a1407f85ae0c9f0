import { Module } from '@nestjs/common';
import { OwnStatementsController } from './own-statements.controller.js';
import { OwnStatementsService } from './own-statements.service.js';
import { StatementClosingTask } from './statement-closing-task.js';
import { StatementUsageService } from './statement-usage.service.js';
import { StatementsController } from './statements.controller.js';
import { StatementsService } from './statements.service.js';

@Module({
  controllers: [OwnStatementsController, StatementsController],
  providers: [OwnStatementsService, StatementClosingTask, StatementUsageService, StatementsService],
})
export class StatementsModule {}
