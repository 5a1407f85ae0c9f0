import { Module } from '@nestjs/common';
import { StatementUsageService } from './statement-usage.service.js';
import { StatementsController } from './statements.controller.js';
import { StatementsService } from './statements.service.js';

@Module({ controllers: [StatementsController], providers: [StatementUsageService, StatementsService] })
export class StatementsModule {}
