import { Module } from '@nestjs/common';
import { ReconciliationsController } from './reconciliations.controller.js';
import { ReconciliationsService } from './reconciliations.service.js';
import { UsageImportsController } from './usage-imports.controller.js';
import { UsageImportsService } from './usage-imports.service.js';

@Module({
  controllers: [UsageImportsController, ReconciliationsController],
  providers: [UsageImportsService, ReconciliationsService],
})
export class UsageImportsModule {}
