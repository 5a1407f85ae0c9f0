import type { StoredIdentity } from '@multilane/auth';
import type { GatewayConfig } from '@multilane/config';
import type { ModelType } from '@multilane/contracts';
import type { Endpoint, ProviderAdapter, ProviderTarget, UpstreamAddress } from '@multilane/providers';
import type { CredentialSource } from '../upstream/credentials/credential-source.js';
import type { Transport } from '../upstream/upstream-sink.js';

/** Everything a request needs to know of the configuration, worked out once and swapped whole. */
export interface Snapshot {
  /** Names the configuration this was built from; the same on replicas that agree. */
  readonly hash: string;
  readonly organization: { readonly name: string; readonly products: ReadonlySet<string> };
  /** By logical name and by alias. */
  readonly models: ReadonlyMap<string, CatalogModel>;
  /** By workspace, then by name: the models of workspace providers; empty where no workspace service is connected. */
  readonly workspaceModels: ReadonlyMap<string, ReadonlyMap<string, CatalogModel>>;
  readonly teams: ReadonlyMap<string, Team>;
  /** By the hex SHA-256 of the key. */
  readonly keys: ReadonlyMap<string, StoredIdentity>;
  /** Names that are declared but not served by this version, for a clear refusal. */
  readonly virtualModels: ReadonlySet<string>;
  readonly routingConfigs: ReadonlySet<string>;
  readonly corsOrigins: ReadonlySet<string>;
}

export interface CatalogModel {
  readonly logicalName: string;
  /** The logical name first, then the aliases. */
  readonly names: readonly string[];
  readonly type: ModelType;
  readonly target: Target;
  readonly prices: ModelPrices | undefined;
  /** Values of reasoning_effort beyond the specification's four (decisions section 5). */
  readonly reasoningEfforts: readonly string[];
}

export type ModelPrices = NonNullable<GatewayConfig['models'][number]['prices']>;

/** A model at a provider: how it is addressed, with which credential, within which limits. */
export interface Target {
  readonly provider: ProviderTarget;
  /** Undefined for a kind that this version does not serve. */
  readonly adapter: ProviderAdapter | undefined;
  /** Where each endpoint that the adapter speaks is reached. */
  readonly addresses: Readonly<Partial<Record<Endpoint, EndpointAddresses>>>;
  /** Shared by the models of a provider. */
  readonly credentials: CredentialSource;
  readonly timeouts: GatewayConfig['providers'][number]['timeouts'];
  /** Whether the provider loads models on demand and may first answer "loading" (decisions section 9). */
  readonly coldStart: boolean;
  readonly transport: Transport;
}

export interface EndpointAddresses {
  readonly whole: UpstreamAddress;
  readonly streamed: UpstreamAddress;
}

export interface Team {
  readonly name: string;
  /** Logical names; undefined: every model. */
  readonly allowedModels: ReadonlySet<string> | undefined;
}
