import { Module } from '@nestjs/common';
import { DryRunsController } from './dry-runs.controller.js';
import { TextChecks } from './text-checks.js';

@Module({ controllers: [DryRunsController], providers: [TextChecks] })
export class DryRunsModule {}
