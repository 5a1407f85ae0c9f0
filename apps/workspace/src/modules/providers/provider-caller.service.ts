import type { ProviderEntry } from '@multilane/config';
import { EgressRefusal } from '@multilane/egress';
import { GatewayError } from '@multilane/errors';
import { type Database, SecretBoxError, type WorkspaceProviderRecord } from '@multilane/persistence';
import {
  type AwsCredential,
  findManifest,
  getAdapter,
  type ProviderAdapter,
  ProviderFailure,
  simulate,
  type UpstreamDraft,
} from '@multilane/providers';
import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../workspace-services.js';
import { checkProvider } from './check-provider.js';
import { type ConnectionTestResult, describeFailure } from './connection-test/connection-test-result.js';
import { type FormAnswer, issueGoogleToken } from './connection-test/issue-google-token.js';
import { readBounded } from './connection-test/read-bounded.js';
import { GuardedNetworkService } from './guarded-network.service.js';
import type { ProviderCall } from './make-call.js';
import { toFields } from './provider-fields.js';
import { unreadableSecrets } from './providers.service.js';

/** The whole of a call, the issue of a token included. */
const LIMIT_MS = 10_000;

/** A provider that can be called. */
export interface OpenedProvider {
  readonly entry: ProviderEntry;
  readonly adapter: ProviderAdapter;
}

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Calls providers that people registered, the way the gateway would, with what is stored: for tests and lists of models. */
@Injectable()
export class ProviderCaller {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
    @Inject(GuardedNetworkService) private readonly network: GuardedNetworkService,
  ) {}

  /**
   * Fails with 409 where the stored secrets cannot be read, and with 400 `unsupported_provider` for a kind that this version
   * does not serve.
   */
  async open(provider: WorkspaceProviderRecord): Promise<OpenedProvider> {
    const entry = await this.readEntry(provider);
    const adapter = getAdapter(entry.kind);
    if (adapter !== undefined) return { entry, adapter };
    throw new GatewayError('unsupported_provider', {
      message: `This version does not support the kind ${entry.kind} yet.`,
    });
  }

  /**
   * The parsed body of a 2xx answer, within ten seconds and 4 MiB.
   *
   * @throws what `describe` says in words that may be shown
   */
  async call({ entry, adapter }: OpenedProvider, { method, draft }: ProviderCall): Promise<unknown> {
    const signal = AbortSignal.timeout(LIMIT_MS);
    const credential = await this.credentialOf(entry, signal);
    const authorized =
      typeof credential === 'object'
        ? await adapter.sign?.(draft, credential, Date.now())
        : adapter.authorize(draft, credential);
    if (authorized === undefined) throw new ProviderFailure('provider_error');
    const isInProcess = findManifest(entry.kind)?.inProcess;
    const answer = isInProcess ? simulateAnswer(authorized) : await this.send(method, authorized, signal);
    return readAnswer(adapter, answer);
  }

  /** Logs why a call failed, and says it in words that may be shown. */
  describe(provider: WorkspaceProviderRecord, error: unknown, what: string): ConnectionTestResult['failure'] {
    const failure = describeFailure(error, LIMIT_MS);
    // What a name resolves to is for the operator alone.
    const address = error instanceof EgressRefusal ? { address: error.address } : {};
    this.services.logger.info({ provider_id: provider.id, code: failure?.code, ...address }, what);
    return failure;
  }

  private async readEntry(provider: WorkspaceProviderRecord): Promise<ProviderEntry> {
    try {
      const secrets = await this.database.providers.findSecrets(provider.organizationId, provider.id);
      return checkProvider(toFields(provider, secrets ?? {}), this.network.allowed);
    } catch (error) {
      throw error instanceof SecretBoxError ? unreadableSecrets(error) : error;
    }
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

  private async send(method: ProviderCall['method'], draft: UpstreamDraft, signal: AbortSignal): Promise<Answered> {
    const { address, headers, body } = draft;
    const response = await this.network.fetch(`${address.origin}${address.path}`, {
      method,
      headers,
      signal,
      // What is asked here is short: nothing is streamed.
      ...(method === 'POST' && (typeof body === 'string' || body instanceof Uint8Array) ? { body } : {}),
    });
    const { status } = response;
    return { status, headers: Object.fromEntries(response.headers), text: await readBounded(response) };
  }
}

function simulateAnswer({ address, body }: UpstreamDraft): Answered {
  const answer = simulate(address.path, String(body), { id: 'probe', created: 0 });
  return { status: answer.status, headers: answer.headers, text: 'body' in answer ? answer.body : '' };
}

function readAnswer(adapter: ProviderAdapter, { status, headers, text }: Answered): unknown {
  if (status < 200 || status >= 300) throw adapter.mapError(status, text, headers);
  const body = parse(text);
  if (body === undefined) throw new ProviderFailure('provider_error');
  return body;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
