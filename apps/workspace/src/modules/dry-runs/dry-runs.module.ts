import { Module } from '@nestjs/common';
import { CacheDryRuns } from './cache-dry-runs.js';
import { DryRunsController } from './dry-runs.controller.js';
import { RateLimitDryRuns } from './rate-limit-dry-runs.js';
import { RequestDryRunsController } from './request-dry-runs.controller.js';
import { RoutingDryRuns } from './routing-dry-runs.js';
import { TextChecks } from './text-checks.js';

@Module({
  controllers: [DryRunsController, RequestDryRunsController],
  providers: [TextChecks, RateLimitDryRuns, CacheDryRuns, RoutingDryRuns],
})
export class DryRunsModule {}
