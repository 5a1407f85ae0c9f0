import { GatewayError } from '@multilane/errors';
import type { Answer, JobData, JobQueues, JobResult } from '@multilane/jobs';
import type { Database, WorkspaceProviderRecord } from '@multilane/persistence';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Throttle } from '../../access/throttle.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../workspace-services.js';

type Check = JobData<'provider.check'>['check'];
/** A provider that fails is a result too. */
export type CheckedProvider = Exclude<JobResult<'provider.check'>, { readonly outcome: 'refused' }>;

/** Workers hear of a job at once, and look for jobs every ten seconds where nothing tells them. Milliseconds. */
const TAKEN_WITHIN_MS = 11_000;
/** The call itself takes ten seconds at most. Milliseconds. */
const ANSWERED_WITHIN_MS = 15_000;
/** Requests that wait for a check at once. */
const MOST_WAITING = 100;

/**
 * Has workers of the gateway test connections and list models of providers (docs/contract/control-plane.md#providers-and-models).
 * The workspace makes no such call itself: only the gateway decrypts a credential to use it.
 */
@Injectable()
export class ProviderChecksService implements OnModuleDestroy {
  private readonly throttles: Readonly<Record<Check, Throttle>> = {
    connection: new Throttle({ tries: 10, seconds: 60 }),
    models: new Throttle({ tries: 10, seconds: 60 }),
  };
  private opening: Promise<JobQueues> | undefined = undefined;
  private waiting = 0;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  /**
   * Fails with 409 or 400 where the provider cannot be checked, with 429 after ten checks in a minute, with 503 where no worker
   * takes the job, and with 504 where none ends it in time.
   */
  async check(provider: WorkspaceProviderRecord, check: Check): Promise<CheckedProvider> {
    const { id, organizationId } = provider;
    await this.throttles[check].take(id);
    const result = readAnswer(await this.ask({ organization_id: organizationId, provider_id: id, check }));
    if (result.outcome !== 'refused') return result;
    throw new GatewayError(result.code, { message: result.message, param: result.param });
  }

  async onModuleDestroy(): Promise<void> {
    const queues = await this.opening?.catch(() => undefined);
    await queues?.close();
  }

  private async ask(data: JobData<'provider.check'>): Promise<Answer<'provider.check'>> {
    if (this.waiting >= MOST_WAITING) throw new GatewayError('overloaded');
    this.waiting += 1;
    try {
      this.opening ??= this.open();
      const queues = await this.opening;
      return await queues.ask('provider.check', data, {
        group: data.organization_id,
        takenWithinMs: TAKEN_WITHIN_MS,
        answeredWithinMs: ANSWERED_WITHIN_MS,
      });
    } finally {
      this.waiting -= 1;
    }
  }

  /** With the first check: most workspaces make none for days. */
  private async open(): Promise<JobQueues> {
    const { config, logger } = this.services;
    const { listen_url: listenUrl, url } = config.database;
    const { openJobQueues } = await import('@multilane/jobs');
    return openJobQueues({
      database: { executeSql: this.database.sql.executeSql, listenUrl: listenUrl ?? url },
      isSender: true,
      onProblem: (error) => logger.warn({ err: error }, 'the job queues have a problem'),
    });
  }
}

function readAnswer(answer: Answer<'provider.check'>): JobResult<'provider.check'> {
  switch (answer.state) {
    case 'answered':
      return answer.result;
    case 'not_taken':
      throw new GatewayError('worker_unavailable', {
        message:
          'No worker of the gateway took the job: none is running, or all are busy. Start a gateway on this database with `async.enabled: true` and `async.workers` above 0.',
        headers: { 'retry-after': '5' },
      });
    case 'late':
      throw new GatewayError('worker_timeout', {
        message: `A worker of the gateway took the job and did not finish it within ${ANSWERED_WITHIN_MS / 1000} s. Try again.`,
      });
    case 'failed':
      throw new GatewayError('worker_unavailable', {
        message:
          'The worker of the gateway stopped before it finished the job. Try again; the log of the gateway has the cause.',
        headers: { 'retry-after': '5' },
      });
  }
}
