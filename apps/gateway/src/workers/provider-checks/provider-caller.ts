import { type ProviderEntry, parseProviderEntry } from '@multilane/config';
import { checkUserBaseUrl, EgressRefusal, findCredentialProblem, parseAllowedNetworks } from '@multilane/egress';
import { type DatabaseWithSecrets, SecretBoxError, type WorkspaceProviderRecord } from '@multilane/persistence';
import {
  type AwsCredential,
  findManifest,
  getAdapter,
  type ProviderAdapter,
  ProviderFailure,
  simulate,
  type UpstreamDraft,
} from '@multilane/providers';
import type { Logger } from '@multilane/telemetry';
import type { Snapshot } from '../../snapshot/snapshot.js';
import type { FormAnswer } from '../../upstream/credentials/post-form.js';
import { parseAnswer } from '../../upstream/parse-answer.js';
import { NetworkFetch } from '../network-fetch.js';
import { type CheckFailure, describeFailure } from './describe-failure.js';
import { issueGoogleToken } from './issue-google-token.js';
import type { ProviderCall } from './make-call.js';
import { readBounded } from './read-bounded.js';

/** The whole of a call, the issue of a token included. */
const LIMIT_MS = 10_000;

/** A provider that can be called. */
export interface OpenedProvider {
  readonly entry: ProviderEntry;
  readonly adapter: ProviderAdapter;
}

/** A provider that cannot be called as it is stored: 409 or 400 for whoever wants it checked. */
export class UncheckableProvider extends Error {
  override readonly name = 'UncheckableProvider';

  constructor(
    readonly code: 'conflict' | 'invalid_value' | 'not_found' | 'unsupported_provider',
    message: string,
    readonly param?: string,
  ) {
    super(message);
  }
}

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** Calls providers that people registered, with what is stored, for connection tests and lists of models. */
export class ProviderCaller {
  private readonly network: NetworkFetch;

  constructor(
    private readonly database: Pick<DatabaseWithSecrets, 'upstreamSecrets'>,
    findNetwork: () => Snapshot['network'],
    private readonly logger: Logger,
  ) {
    this.network = new NetworkFetch(findNetwork);
  }

  /** @throws UncheckableProvider where its secrets cannot be read, its fields are rejected, or its kind is not served */
  async open(provider: WorkspaceProviderRecord): Promise<OpenedProvider> {
    const entry = this.checkEntry(provider, await this.openSecrets(provider));
    const adapter = getAdapter(entry.kind);
    if (adapter !== undefined) return { entry, adapter };
    throw new UncheckableProvider('unsupported_provider', `This version does not support the kind ${entry.kind} yet.`);
  }

  /**
   * The parsed body of a 2xx answer, within ten seconds and 4 MiB.
   *
   * @throws what `describe` puts into words that may be shown
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
  describe(provider: WorkspaceProviderRecord, error: unknown, what: string): CheckFailure {
    const failure = describeFailure(error, LIMIT_MS);
    // The address that a name resolves to is for the operator alone.
    const address = error instanceof EgressRefusal ? { address: error.address } : {};
    this.logger.info({ provider_id: provider.id, code: failure.code, ...address }, what);
    return failure;
  }

  async close(): Promise<void> {
    await this.network.close();
  }

  private async openSecrets({ id, organizationId }: WorkspaceProviderRecord) {
    try {
      return (await this.database.upstreamSecrets.findSecrets(organizationId, id)) ?? {};
    } catch (error) {
      if (!(error instanceof SecretBoxError)) throw error;
      // It names the ids of keys, and no secret.
      this.logger.warn({ err: error, provider_id: id }, 'the secrets of a provider cannot be decrypted');
      throw new UncheckableProvider(
        'conflict',
        'The gateway cannot decrypt the stored secrets with its encryption keys. Ask your operator to restore the old key, or set the secrets again.',
      );
    }
  }

  /** By the rules for what people register, which may have changed since it was stored. */
  private checkEntry(provider: WorkspaceProviderRecord, secrets: object): ProviderEntry {
    const { baseUrl, kind, name, settings } = provider;
    const address = baseUrl === null ? {} : { base_url: baseUrl };
    const { entry, problems } = parseProviderEntry({ ...settings, ...secrets, name, kind, ...address });
    if (problems !== undefined) throw refuse(problems[0].path, problems[0].message);
    const { credential, defaultBaseUrl, inProcess } = findManifest(entry.kind) ?? {};
    const dialled = inProcess ? undefined : (entry.base_url ?? defaultBaseUrl);
    const allowed = parseAllowedNetworks(this.network.findNetwork().allow_private);
    const addressProblem = dialled === undefined ? undefined : checkUserBaseUrl(dialled, allowed);
    if (addressProblem !== undefined) throw refuse('base_url', addressProblem);
    const problem = findCredentialProblem(entry, credential);
    if (problem !== undefined) throw refuse(problem.param, problem.message);
    return entry;
  }

  /** Credential of the provider: the first of several keys. */
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
    const response = await this.network.current.fetchGuarded(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(fields).toString(),
      signal,
    });
    const bytes = await readBounded(response);
    // An answer that is no JSON is judged by its status.
    return { status: response.status, body: await parseAnswer(bytes).catch(() => undefined) };
  }

  private async send(method: ProviderCall['method'], draft: UpstreamDraft, signal: AbortSignal): Promise<Answered> {
    const { address, headers, body } = draft;
    const response = await this.network.current.fetchGuarded(`${address.origin}${address.path}`, {
      method,
      headers,
      signal,
      // Bodies are short here: nothing is streamed.
      ...(method === 'POST' && (typeof body === 'string' || body instanceof Uint8Array) ? { body } : {}),
    });
    const { status } = response;
    return { status, headers: Object.fromEntries(response.headers), bytes: await readBounded(response) };
  }
}

function refuse(path: string, message: string): UncheckableProvider {
  return new UncheckableProvider('invalid_value', `\`${path}\` ${message}.`, path);
}

function simulateAnswer({ address, body }: UpstreamDraft): Answered {
  const answer = simulate(address.path, String(body), { id: 'probe', created: 0 });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from('body' in answer ? answer.body : '') };
}

async function readAnswer(adapter: ProviderAdapter, { status, headers, bytes }: Answered): Promise<unknown> {
  if (status < 200 || status >= 300) throw adapter.mapError(status, bytes.toString('utf8'), headers);
  return parseAnswer(bytes).catch(() => {
    throw new ProviderFailure('provider_error');
  });
}
