import { GatewayError } from '@multilane/errors';
import type { Database, WorkspaceProviderRecord } from '@multilane/persistence';
import { MANIFESTS } from '@multilane/providers';
import { Inject, Injectable } from '@nestjs/common';
import { Throttle } from '../../../access/throttle.js';
import { DATABASE } from '../../../workspace-services.js';
import { type OpenedProvider, ProviderCaller } from '../provider-caller.service.js';
import type { ConnectionTestResult } from './connection-test-result.js';
import { makeProbe, needsModel, PROBE_TYPES, type ProbeModel } from './make-probe.js';

/** Tries providers: one cheap real call each, the way the gateway would make it, with what is stored. */
@Injectable()
export class ConnectionTests {
  private readonly throttle = new Throttle({ tries: 10, seconds: 60 });

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(ProviderCaller) private readonly caller: ProviderCaller,
  ) {}

  /**
   * Fails with 409 if there is nothing to try it with, with 400 `unsupported_provider` for a kind that this version does
   * not serve, and with 429 after ten tries in a minute. A provider that fails is a result.
   */
  async run(provider: WorkspaceProviderRecord): Promise<ConnectionTestResult> {
    await this.throttle.take(provider.id);
    const opened = await this.caller.open(provider);
    const model = await this.findModel(provider, opened);
    const startedAt = performance.now();
    try {
      const probe = makeProbe(opened.entry, opened.adapter, model);
      probe.read(await this.caller.call(opened, probe));
      return { latencyMs: performance.now() - startedAt };
    } catch (error) {
      const latencyMs = performance.now() - startedAt;
      return { latencyMs, failure: this.caller.describe(provider, error, 'a provider failed its test') };
    }
  }

  private async findModel(
    provider: WorkspaceProviderRecord,
    { entry: { kind } }: OpenedProvider,
  ): Promise<ProbeModel | undefined> {
    if (!needsModel(kind)) return undefined;
    const { inProcess, defaultModels } = MANIFESTS[kind];
    if (inProcess) return { type: 'chat', upstreamModel: defaultModels[0] ?? '' };
    for (const type of PROBE_TYPES) {
      const found = await this.database.models.findOfProvider(provider.organizationId, provider.id, [type]);
      if (found !== undefined) return { type, upstreamModel: found.upstreamModel ?? '' };
    }
    throw new GatewayError('conflict', {
      message: `Register a model of the provider first: kind ${kind} can only be tested with one.`,
    });
  }
}
