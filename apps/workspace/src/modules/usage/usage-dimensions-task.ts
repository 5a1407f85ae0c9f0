import type { Database } from '@multilane/persistence';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../workspace-services.js';

/** Reports read what is queued besides the sums, so it must not become much. */
const INTERVAL_MS = 15_000;

/** Adds what gateways queued by tag, customer, client and session to the sums of days and months. Several workspaces share the work. */
@Injectable()
export class UsageDimensionsTask implements OnApplicationBootstrap, OnModuleDestroy {
  private isStopped = false;
  private stop: (() => Promise<void>) | undefined;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  onApplicationBootstrap(): void {
    const run = () => this.database.usageDimensions.addQueued(() => this.isStopped);
    this.stop = this.services.tasks.every('usage_dimensions', INTERVAL_MS, async () => void (await run()));
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    await this.stop?.();
  }
}
