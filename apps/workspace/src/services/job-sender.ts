import type { JobQueues } from '@multilane/jobs';
import type { Database } from '@multilane/persistence';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from './workspace-services.js';

/** The job queues that the workspace puts work into, for workers of the gateway. They are opened when they are needed first. */
@Injectable()
export class JobSender implements OnModuleDestroy {
  private opening: Promise<JobQueues> | undefined = undefined;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  queues(): Promise<JobQueues> {
    this.opening ??= this.open();
    return this.opening;
  }

  async onModuleDestroy(): Promise<void> {
    // Callers of queues that could not be opened got the error.
    const queues = await this.opening?.catch(() => undefined);
    await queues?.close();
  }

  private async open(): Promise<JobQueues> {
    const { config, tasks } = this.services;
    const { listen_url: listenUrl, url } = config.database;
    const { openJobQueues } = await import('@multilane/jobs');
    return openJobQueues({
      database: { executeSql: this.database.sql.executeSql, listenUrl: listenUrl ?? url },
      isSender: true,
      onProblem: (error) => tasks.failed('job_queues', error),
    });
  }
}
