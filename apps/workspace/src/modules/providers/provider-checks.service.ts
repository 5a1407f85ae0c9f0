import { GatewayError } from '@multilane/errors';
import type { Answer, JobData, JobResult } from '@multilane/jobs';
import type { WorkspaceProviderRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { Throttle } from '../../access/throttle.js';
import { WaitingRoom } from '../../access/waiting-room.js';
import { JobSender } from '../../services/job-sender.js';
import { type JobLimits, readJobAnswer } from '../../services/read-job-answer.js';

type Check = JobData<'provider.check'>['check'];
/** A provider that fails is a result too. */
export type CheckedProvider = Exclude<JobResult<'provider.check'>, { readonly outcome: 'refused' }>;

/** Workers are notified of a job at once, and poll every ten seconds where notifications do not arrive. A call takes ten at most. */
export const CHECK_LIMITS: JobLimits = { takenWithinMs: 11_000, answeredWithinMs: 15_000 };

/**
 * Has workers of the gateway test connections and list models of providers (docs/contract/control-plane.md#providers-and-models).
 * The workspace makes no such call itself: only the gateway decrypts a credential to use it.
 */
@Injectable()
export class ProviderChecksService {
  private readonly throttles: Readonly<Record<Check, Throttle>> = {
    connection: new Throttle({ tries: 10, seconds: 60 }),
    models: new Throttle({ tries: 10, seconds: 60 }),
  };
  private readonly room = new WaitingRoom();
  /** Tests wait less. */
  limits = CHECK_LIMITS;

  constructor(@Inject(JobSender) private readonly jobs: JobSender) {}

  /**
   * Fails with 409 or 400 where the provider cannot be checked, with 429 after ten checks in a minute, with 503 where no worker
   * takes the job, and with 504 where none ends it in time.
   */
  async check(provider: WorkspaceProviderRecord, check: Check): Promise<CheckedProvider> {
    const { id, organizationId } = provider;
    await this.throttles[check].take(id);
    const result = readJobAnswer(
      await this.ask({ organization_id: organizationId, provider_id: id, check }),
      this.limits,
    );
    if (result.outcome !== 'refused') return result;
    throw new GatewayError(result.code, { message: result.message, param: result.param });
  }

  private ask(data: JobData<'provider.check'>): Promise<Answer<'provider.check'>> {
    const group = data.organization_id;
    return this.room.wait(group, async () => {
      const queues = await this.jobs.queues();
      return queues.ask('provider.check', data, { group, ...this.limits });
    });
  }
}
