import { Module } from '@nestjs/common';
import { UsageImportsController } from './usage-imports.controller.js';
import { UsageImportsService } from './usage-imports.service.js';

@Module({ controllers: [UsageImportsController], providers: [UsageImportsService] })
export class UsageImportsModule {}
