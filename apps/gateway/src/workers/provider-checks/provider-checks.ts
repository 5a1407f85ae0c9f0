import type { JobQueues, JobResult, TakenJob } from '@multilane/jobs';
import type { DatabaseWithSecrets, WorkspaceProviderRecord } from '@multilane/persistence';
import { MANIFESTS } from '@multilane/providers';
import type { Logger } from '@multilane/telemetry';
import type { Snapshot } from '../../snapshot/snapshot.js';
import { findListing, listModels } from './list-models.js';
import { makeProbe, needsModel, PROBE_TYPES, type ProbeModel } from './make-probe.js';
import { type OpenedProvider, ProviderCaller, UncheckableProvider } from './provider-caller.js';

type Result = JobResult<'provider.check'>;

/** Checks at once in one process, and of those of one organization. */
const CONCURRENCY = 6;
const PER_ORGANIZATION = 3;

export interface ProviderCheckOptions {
  readonly database: Pick<DatabaseWithSecrets, 'providers' | 'models' | 'upstreamSecrets'>;
  /** `network` of gateway.yaml as it is at this moment. */
  readonly findNetwork: () => Snapshot['network'];
  readonly logger: Logger;
}

/**
 * Tests the connection to a provider that people registered, or asks which models it offers: one call with the stored
 * credential, which no other service decrypts (docs/contract/control-plane.md#providers-and-models). The result has no secret
 * and no text of the provider.
 */
export class ProviderChecks {
  private readonly caller: ProviderCaller;

  constructor(private readonly options: ProviderCheckOptions) {
    const { database, findNetwork, logger } = options;
    this.caller = new ProviderCaller(database, findNetwork, logger);
  }

  startWorking(queues: Pick<JobQueues, 'work'>): void {
    queues.work('provider.check', { concurrency: CONCURRENCY, perGroup: PER_ORGANIZATION }, (job) => this.run(job));
  }

  async run({ data }: Pick<TakenJob<'provider.check'>, 'data'>): Promise<Result> {
    try {
      const provider = await this.options.database.providers.find(data.organization_id, data.provider_id);
      if (provider === undefined) throw new UncheckableProvider('not_found', 'The provider does not exist.');
      const opened = await this.caller.open(provider);
      return await (data.check === 'models' ? this.list(provider, opened) : this.test(provider, opened));
    } catch (error) {
      if (!(error instanceof UncheckableProvider)) throw error;
      const { code, message, param } = error;
      return { outcome: 'refused', code, message, ...(param === undefined ? {} : { param }) };
    }
  }

  close(): Promise<void> {
    return this.caller.close();
  }

  private async test(provider: WorkspaceProviderRecord, opened: OpenedProvider): Promise<Result> {
    const model = await this.findModel(provider, opened);
    const startedAt = performance.now();
    try {
      const probe = makeProbe(opened.entry, opened.adapter, model);
      probe.read(await this.caller.call(opened, probe));
      return { outcome: 'answered', latency_ms: performance.now() - startedAt };
    } catch (error) {
      const latency = performance.now() - startedAt;
      const failure = this.caller.describe(provider, error, 'a provider failed its connection test');
      return { outcome: 'failed', latency_ms: latency, failure };
    }
  }

  private async list(provider: WorkspaceProviderRecord, opened: OpenedProvider): Promise<Result> {
    const listing = findListing(opened);
    const startedAt = performance.now();
    try {
      const list = await listModels(this.caller, opened, listing);
      return { outcome: 'answered', latency_ms: performance.now() - startedAt, ...list };
    } catch (error) {
      const latency = performance.now() - startedAt;
      const failure = this.caller.describe(provider, error, 'a provider did not list its models');
      return { outcome: 'failed', latency_ms: latency, failure };
    }
  }

  private async findModel(
    { id, organizationId }: WorkspaceProviderRecord,
    { entry: { kind } }: OpenedProvider,
  ): Promise<ProbeModel | undefined> {
    if (!needsModel(kind)) return undefined;
    const { inProcess, defaultModels } = MANIFESTS[kind];
    if (inProcess) return { type: 'chat', upstreamModel: defaultModels[0] ?? '' };
    for (const type of PROBE_TYPES) {
      const found = await this.options.database.models.findOfProvider(organizationId, id, [type]);
      if (found !== undefined) return { type, upstreamModel: found.upstreamModel ?? '' };
    }
    throw new UncheckableProvider(
      'conflict',
      `Register a model of the provider first: kind ${kind} can only be tested with one.`,
    );
  }
}
