import type { Authenticate, Caller, StoredIdentity, TeamReference } from '@multilane/auth';
import type { GatewayConfig } from '@multilane/config';
import type { ModelType } from '@multilane/contracts';
import type { CachePolicies, MinuteLimits } from '@multilane/policy';
import type { Endpoint, ProviderAdapter, ProviderTarget, UpstreamAddress } from '@multilane/providers';
import type { PriceTag } from '../prices/price-book.js';
import type { CredentialSource } from '../upstream/credentials/credential-source.js';
import type { Transport } from '../upstream/upstream-sink.js';
import type { SnapshotLimits } from './build-limits.js';
import type { SnapshotGuards } from './snapshot-guards.js';

/** Everything a request needs to know of gateway.yaml and of the database, worked out once and swapped whole. */
export interface Snapshot {
  /** Names the configuration this was built from; the same on replicas that agree. */
  readonly hash: string;
  /** Names all of it, the database's rows too. */
  readonly contentHash: string;
  /** The database's version that the rows are of; undefined without a database, and until it answered. */
  readonly version: number | undefined;
  /** Verifies what a request brings, as the configuration says. */
  readonly authenticate: Authenticate<Caller>;
  /** The organization of gateway.yaml: that of its keys, and of those whom the identity provider vouches for. */
  readonly ownOrganization: Organization;
  /** By id; none without a database. */
  readonly organizations: ReadonlyMap<string, Organization>;
  /** The teams of `ownOrganization` by name: those of gateway.yaml, and those of the database. */
  readonly ownTeams: ReadonlyMap<string, Team>;
  /** Whether any team has a budget of tokens. */
  readonly hasTokenBudgets: boolean;
  /** The teams of every organization by id; none without a database. */
  readonly teams: ReadonlyMap<string, Team>;
  /** By id; none without a database. */
  readonly workspaces: ReadonlyMap<string, Workspace>;
  /** The catalog by logical name and by alias. */
  readonly models: ReadonlyMap<string, ServedModel>;
  /** The keys of gateway.yaml by their hex SHA-256. */
  readonly keys: ReadonlyMap<string, StoredIdentity>;
  /** Names that gateway.yaml declares but this version does not serve, for a clear refusal. */
  readonly virtualModels: ReadonlySet<string>;
  readonly routingConfigs: ReadonlySet<string>;
  /** Undefined where nothing can want an answer kept. */
  readonly cache: CacheRules | undefined;
  readonly corsOrigins: ReadonlySet<string>;
  readonly limits: SnapshotLimits;
  /** Guardrails and the rules of personal data; undefined where there are none. */
  readonly guards: SnapshotGuards | undefined;
}

/** What requests look up about the response cache. */
export interface CacheRules {
  readonly policies: CachePolicies;
  /** For answers that nothing else says it of, in seconds. */
  readonly ttlSeconds: number;
}

export interface Organization {
  /** Undefined for that of gateway.yaml where there is no database. */
  readonly id: string | undefined;
  readonly name: string;
  readonly products: ReadonlySet<string>;
}

export interface Workspace {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** By logical name and by alias. */
  readonly models: ReadonlyMap<string, ServedModel>;
  /** Virtual models, which this version does not serve. */
  readonly virtualModels: ReadonlySet<string>;
}

export interface Team extends TeamReference {
  /** Names of models as the policy has them, logical ones and aliases; undefined: every model. */
  readonly allowedModels: ReadonlySet<string> | undefined;
  readonly tokenBudget: TokenBudget | undefined;
  readonly limits: MinuteLimits;
}

/** What a team may use in a calendar month (UTC). */
export interface TokenBudget {
  readonly tokens: number;
  /** Names the budget for all processes. */
  readonly account: string;
}

/** A model of the catalog, or of a workspace. */
export interface ServedModel {
  readonly source: 'config' | 'workspace';
  readonly logicalName: string;
  /** The logical name first, then the aliases. */
  readonly names: readonly string[];
  readonly type: ModelType;
  /** By which names a virtual account's `allowed_providers` may grant its provider. */
  readonly providerNames: readonly string[];
  readonly target: Target;
  readonly price: PriceTag;
  /** Values of reasoning_effort beyond the specification's four (decisions section 5). */
  readonly reasoningEfforts: readonly string[];
}

/** A model at a provider: how it is addressed, with which credential, within which limits. */
export interface Target {
  readonly provider: ProviderTarget;
  /** Undefined for a kind that this version does not serve. */
  readonly adapter: ProviderAdapter | undefined;
  /** Where an endpoint that the adapter speaks is reached. */
  addressesOf(endpoint: Endpoint): EndpointAddresses;
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
