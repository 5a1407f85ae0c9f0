import type { GatewayConfig, ProviderEntry, TimeoutOverrides } from '@multilane/config';
import { DeclaredQuotas, type LimitStore, type ModelQuotas, type PriceBook } from '@multilane/policy';
import { type Endpoint, getAdapter, type ProviderAdapter, type ProviderTarget } from '@multilane/providers';
import type { CredentialSource } from '../../upstream/credentials/credential-source.js';
import type { CredentialSources } from '../../upstream/credentials/credential-sources.js';
import type { Transports } from '../../upstream/transports.js';
import type { Transport } from '../../upstream/upstream-sink.js';
import { LearnedFormats } from '../routes/learned-formats.js';
import type { TargetStates } from '../routes/target-states.js';
import type { EndpointAddresses, Target } from '../snapshot.js';

/** Objects that outlive a snapshot as long as the settings they depend on stay the same. */
export interface Connections {
  readonly transports: Transports;
  readonly credentials: CredentialSources;
  readonly targetStates: TargetStates;
  readonly prices: PriceBook;
  /** Counters of declared limits. */
  readonly limitStore?: LimitStore | undefined;
}

/** A provider with its way out: what its models share. */
export interface ConnectedProvider {
  readonly entry: ProviderEntry;
  readonly adapter: ProviderAdapter | undefined;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly credentials: CredentialSource;
  /** Finds what the provider says is left of its limits for a model. */
  readonly quotasOf: (upstreamModel: string) => ModelQuotas | undefined;
  /** Declared limits of its credentials; undefined if there are none. */
  readonly declared: DeclaredQuotas | undefined;
  readonly transport: Transport;
  /** The way out with another connect limit. Only routing configs have such, which each snapshot makes anew. */
  readonly transportWithin: (connectMs: number) => Transport;
  /** Chooses its credentials and its way out again, for another snapshot: what no snapshot chooses is closed. */
  readonly stay: () => void;
  /** Owner of a provider that people named. */
  readonly owner: string;
  /** By which names `allowed_providers` may grant it. */
  readonly names: readonly string[];
}

export interface ConnectOptions extends Connections {
  readonly network: GatewayConfig['network'];
  /**
   * True if the operator named the provider; providers that people name may lead to fewer places
   * (docs/contract/egress.md#trusted-configuration).
   */
  readonly trusted: boolean;
  /** The names of all providers beside it. */
  readonly names: ReadonlySet<string>;
  /** The provider's owner, where providers of the same name have different ones; secrets are never shared over it. */
  readonly owner?: string;
}

/**
 * Throws when the extra certificate authority of `network` cannot be read.
 *
 * @param credentials What is sent instead of the credentials that the entry holds.
 */
export function connectProvider(
  entry: ProviderEntry,
  options: ConnectOptions,
  credentials?: CredentialSource,
): ConnectedProvider {
  const { network, trusted, names, owner = '' } = options;
  const adapter = getAdapter(entry.kind);
  const chooseCredentials = () => credentials ?? options.credentials.choose(entry, network, trusted, owner);
  const chooseTransport = () => options.transports.choose(entry, network, trusted);
  const transportWithin = (connectMs: number): Transport => {
    const timeouts = { ...entry.timeouts, connect_ms: connectMs };
    return options.transports.choose({ ...entry, timeouts }, network, trusted);
  };
  const source = chooseCredentials();
  return {
    entry,
    adapter,
    baseUrl: (entry.base_url ?? adapter?.defaultBaseUrl ?? '').replace(/\/+$/, ''),
    headers: lowerCaseNames(entry.headers),
    credentials: source,
    declared: declareQuotas(entry, owner, options.limitStore),
    quotasOf: (upstreamModel) => options.credentials.quotasOf(source, upstreamModel),
    transport: chooseTransport(),
    transportWithin,
    stay: () => {
      chooseCredentials();
      chooseTransport();
    },
    owner,
    // A kind means every provider of that kind, unless one has it for its name.
    names: names.has(entry.kind) ? [entry.name] : [entry.name, entry.kind],
  };
}

function declareQuotas(
  { name, quota }: ProviderEntry,
  owner: string,
  store: LimitStore | undefined,
): DeclaredQuotas | undefined {
  if (quota === undefined || store === undefined || (quota.rpm ?? quota.tpm) === undefined) return undefined;
  return new DeclaredQuotas(quota, [owner, name].map(encodeURIComponent).join('/'), store);
}

const connections = new WeakMap<object, ConnectedProvider>();

/**
 * The connection that the snapshot before had of the same row, or of the same entry of gateway.yaml, where it leads the same way: then
 * the models of it stay as they are too. Else `made`.
 */
export function reuseConnection(subject: object, made: ConnectedProvider): ConnectedProvider {
  const known = connections.get(subject);
  if (known !== undefined && leadsTheSameWay(known, made)) return known;
  connections.set(subject, made);
  return made;
}

function leadsTheSameWay(one: ConnectedProvider, other: ConnectedProvider): boolean {
  return (
    one.entry === other.entry &&
    one.credentials === other.credentials &&
    one.transport === other.transport &&
    one.owner === other.owner &&
    one.names.length === other.names.length
  );
}

function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** A model of a connected provider. Its addresses are worked out when one is first needed: most never are. */
export class ModelTarget implements Target {
  readonly providerName: string;
  readonly provider: ProviderTarget;
  readonly adapter: ProviderAdapter | undefined;
  readonly credentials: CredentialSource;
  readonly timeouts: ProviderEntry['timeouts'];
  readonly coldStart: boolean;
  readonly transport: Transport;
  readonly learned = new LearnedFormats();
  readonly quotas: ModelQuotas | undefined;
  readonly declared: DeclaredQuotas | undefined;
  private readonly addresses = new Map<Endpoint, EndpointAddresses>();

  constructor(
    private readonly connected: ConnectedProvider,
    model: Pick<
      ProviderTarget,
      'upstreamModel' | 'facts' | 'thinking' | 'structuredOutput' | 'repairHistory' | 'voices'
    >,
  ) {
    const { entry, baseUrl, headers, credentials, transport } = connected;
    const adapter = connected.adapter && getAdapter(entry.kind, model.upstreamModel);
    this.providerName = entry.name;
    this.provider = {
      kind: entry.kind,
      group: adapter?.group,
      upstreamModel: model.upstreamModel,
      facts: model.facts,
      baseUrl,
      headers,
      apiVersion: entry.api_version,
      thinking: model.thinking,
      structuredOutput: model.structuredOutput,
      repairHistory: model.repairHistory,
      voices: model.voices,
      project: entry.project,
      location: entry.location,
      region: entry.region,
    };
    this.adapter = adapter;
    this.credentials = credentials;
    this.timeouts = entry.timeouts;
    this.coldStart = entry.cold_start;
    this.transport = transport;
    this.quotas = connected.quotasOf(model.upstreamModel);
    this.declared = connected.declared;
  }

  /** The owner of a provider that people named is its row. */
  get providerId(): string | undefined {
    return this.connected.owner || undefined;
  }

  get key(): string {
    const { baseUrl, entry, owner } = this.connected;
    return JSON.stringify([owner, entry.name, baseUrl, this.provider.upstreamModel]);
  }

  withTimeouts(overrides: TimeoutOverrides): Target {
    const { entry, transport, transportWithin } = this.connected;
    const given = Object.entries(overrides).filter(([, limit]) => limit !== undefined);
    const timeouts: ProviderEntry['timeouts'] = { ...entry.timeouts, ...Object.fromEntries(given) };
    const isSame = timeouts.connect_ms === entry.timeouts.connect_ms;
    const limited = {
      ...this.connected,
      entry: { ...entry, timeouts },
      transport: isSame ? transport : transportWithin(timeouts.connect_ms),
    };
    return new ModelTarget(limited, this.provider);
  }

  addressesOf(endpoint: Endpoint): EndpointAddresses {
    const known = this.addresses.get(endpoint);
    if (known) return known;
    if (!this.adapter) throw new Error(`the target has no address for ${endpoint}`);
    const made = {
      whole: this.adapter.address(this.provider, endpoint, false),
      streamed: this.adapter.address(this.provider, endpoint, true),
    };
    this.addresses.set(endpoint, made);
    return made;
  }
}
