import type { ProviderEntry } from '@multilane/config';
import { EgressRefusal } from '@multilane/egress';
import { GatewayError } from '@multilane/errors';
import { type Database, SecretBoxError, type WorkspaceProviderRecord } from '@multilane/persistence';
import {
  type AwsCredential,
  getAdapter,
  type ProviderAdapter,
  ProviderFailure,
  SIMULATOR_MODEL,
  simulate,
  type UpstreamDraft,
} from '@multilane/providers';
import { Inject, Injectable } from '@nestjs/common';
import { Throttle } from '../../../access/throttle.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../../workspace-services.js';
import { checkProvider } from '../check-provider.js';
import { GuardedNetworkService } from '../guarded-network.service.js';
import { toFields } from '../provider-fields.js';
import { unreadableSecrets } from '../providers.service.js';
import { type FormAnswer, issueGoogleToken } from './issue-google-token.js';
import { makeProbe, needsModel, PROBE_TYPES, type Probe, type ProbeModel } from './make-probe.js';
import { readBounded } from './read-bounded.js';
import { describeFailure, type TrialResult } from './trial-result.js';

/** The whole of a trial, the issue of a token included. */
const LIMIT_MS = 10_000;

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Tries providers: one cheap real call each, the way the gateway would make it, with what is stored. */
@Injectable()
export class ProviderTrials {
  private readonly throttle = new Throttle({ tries: 10, seconds: 60 });

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
    @Inject(GuardedNetworkService) private readonly network: GuardedNetworkService,
  ) {}

  /**
   * Fails with 409 where there is nothing to try it with, with 400 `unsupported_provider` for a kind that this version does
   * not serve, and with 429 after ten tries in a minute. A provider that fails is a result.
   */
  async run(provider: WorkspaceProviderRecord): Promise<TrialResult> {
    await this.throttle.take(provider.id);
    const entry = await this.readEntry(provider);
    const adapter = getAdapter(entry.kind);
    if (adapter === undefined) {
      throw new GatewayError('unsupported_provider', {
        message: `This version does not serve kind ${entry.kind} yet.`,
      });
    }
    const model = await this.findModel(provider, entry);
    const startedAt = performance.now();
    try {
      await this.call(entry, adapter, model);
      return { latencyMs: performance.now() - startedAt };
    } catch (error) {
      const latencyMs = performance.now() - startedAt;
      const failure = describeFailure(error, LIMIT_MS);
      // What a name resolves to is for the operator alone.
      const address = error instanceof EgressRefusal ? { address: error.address } : {};
      this.services.logger.info(
        { provider_id: provider.id, code: failure?.code, ...address },
        'a provider failed its test',
      );
      return { latencyMs, failure };
    }
  }

  private async readEntry(provider: WorkspaceProviderRecord): Promise<ProviderEntry> {
    try {
      const secrets = await this.database.providers.findSecrets(provider.organizationId, provider.id);
      return checkProvider(toFields(provider, secrets ?? {}), this.network.allowed);
    } catch (error) {
      throw error instanceof SecretBoxError ? unreadableSecrets(error) : error;
    }
  }

  private async findModel(provider: WorkspaceProviderRecord, { kind }: ProviderEntry): Promise<ProbeModel | undefined> {
    if (kind === 'simulator') return { type: 'chat', upstreamModel: SIMULATOR_MODEL };
    if (!needsModel(kind)) return undefined;
    for (const type of PROBE_TYPES) {
      const found = await this.database.models.findOfProvider(provider.organizationId, provider.id, [type]);
      if (found !== undefined) return { type, upstreamModel: found.upstreamModel ?? '' };
    }
    throw new GatewayError('conflict', {
      message: `Register a model of the provider first: kind ${kind} can only be tested with one.`,
    });
  }

  private async call(entry: ProviderEntry, adapter: ProviderAdapter, model: ProbeModel | undefined): Promise<void> {
    const signal = AbortSignal.timeout(LIMIT_MS);
    const probe = makeProbe(entry, adapter, model);
    const credential = await this.credentialOf(entry, signal);
    const draft =
      typeof credential === 'object'
        ? await adapter.sign?.(probe.draft, credential, Date.now())
        : adapter.authorize(probe.draft, credential);
    if (draft === undefined) throw new ProviderFailure('provider_error');
    const answer = entry.kind === 'simulator' ? simulateAnswer(draft) : await this.send(probe.method, draft, signal);
    readAnswer(probe, adapter, answer);
  }

  /** Of several keys the first. */
  private async credentialOf(entry: ProviderEntry, signal: AbortSignal): Promise<string | AwsCredential | undefined> {
    const { access_key_id: accessKeyId, secret_access_key: secretAccessKey, credentials_json: json } = entry;
    if (accessKeyId !== undefined && secretAccessKey !== undefined) {
      return { accessKeyId, secretAccessKey, sessionToken: entry.session_token, region: entry.region ?? '' };
    }
    if (json !== undefined) {
      const postForm = (address: string, fields: Readonly<Record<string, string>>) =>
        this.postForm(address, fields, signal);
      return issueGoogleToken(json, postForm, Math.floor(Date.now() / 1000));
    }
    return entry.access_token ?? entry.api_key ?? entry.api_keys?.[0];
  }

  private async postForm(
    address: string,
    fields: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<FormAnswer> {
    const response = await this.network.fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(fields).toString(),
      signal,
    });
    return { status: response.status, body: parse(await readBounded(response)) };
  }

  private async send(method: Probe['method'], draft: UpstreamDraft, signal: AbortSignal): Promise<Answered> {
    const { address, headers, body } = draft;
    const response = await this.network.fetch(`${address.origin}${address.path}`, {
      method,
      headers,
      signal,
      ...(method === 'POST' ? { body } : {}),
    });
    const { status } = response;
    return { status, headers: Object.fromEntries(response.headers), text: await readBounded(response) };
  }
}

function simulateAnswer({ address, body }: UpstreamDraft): Answered {
  const answer = simulate(address.path, String(body), { id: 'probe', created: 0 });
  return { status: answer.status, headers: answer.headers, text: 'body' in answer ? answer.body : '' };
}

function readAnswer(probe: Probe, adapter: ProviderAdapter, { status, headers, text }: Answered): void {
  if (status < 200 || status >= 300) throw adapter.mapError(status, text, headers);
  const body = parse(text);
  if (body === undefined) throw new ProviderFailure('provider_error');
  probe.read(body);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
