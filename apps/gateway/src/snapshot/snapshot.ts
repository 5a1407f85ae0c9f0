import type { Authenticate, Caller, StoredIdentity, TeamReference } from '@multilane/auth';
import type { GatewayConfig, RoutingConfigEntry } from '@multilane/config';
import type {
  CachePolicies,
  CallerRules,
  CallerTags,
  Ceilings,
  CompiledPrompt,
  MinuteLimits,
  PlacedPolicies,
  RemovedAnswers,
  SemanticRules,
} from '@multilane/policy';
import type { ModelSource } from './access/model-source.js';
import type { SnapshotGuards } from './guards/snapshot-guards.js';
import type { SnapshotMcp } from './mcp-servers.js';
import type { Route, VirtualModel } from './routes/route.js';
import type { ServedModel } from './routes/served-model.js';

export type { EndpointAddresses, ServedModel, Target } from './routes/served-model.js';

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
  /** True if any team has a budget of tokens. */
  readonly hasTokenBudgets: boolean;
  /** Rules for the tags of requests; undefined if there are none. */
  readonly tags: SnapshotTags | undefined;
  /** Budget rules; undefined if there are none. */
  readonly budgets: SnapshotBudgets | undefined;
  /** True if keys with a budget in dollars may not use models without a price. */
  readonly refusesUnpriced: boolean;
  /** The teams of every organization by id; none without a database. */
  readonly teams: ReadonlyMap<string, Team>;
  /** By id; none without a database. */
  readonly workspaces: ReadonlyMap<string, Workspace>;
  /** Workspaces whose payloads people have captured, with the milliseconds since the epoch at which that ends; undefined for none. */
  readonly capturingWorkspaces: ReadonlyMap<string, number> | undefined;
  /** The catalog by logical name and by alias. */
  readonly models: ReadonlyMap<string, ServedModel>;
  /** The keys of gateway.yaml by their hex SHA-256. */
  readonly keys: ReadonlyMap<string, StoredIdentity>;
  /** The virtual models of gateway.yaml by name. */
  readonly virtualModels: ReadonlyMap<string, VirtualModel>;
  /** Names of gateway.yaml that lists leave out, though callers may use them. */
  readonly unlisted: ReadonlySet<string>;
  /** Routing configs that X-Service-Config may name. */
  readonly routingConfigs: RoutingConfigs;
  /** Undefined if nothing can be cached. */
  readonly cache: CacheRules | undefined;
  /** Prompts that requests may name; undefined if there are none. */
  readonly prompts: SnapshotPrompts | undefined;
  readonly corsOrigins: ReadonlySet<string>;
  /** Settings for reaching outside addresses: `network`. */
  /** gateway.yaml as it is in force: what needs a restart is as the process read it at its start. */
  readonly settings: GatewayConfig;
  readonly network: GatewayConfig['network'];
  /** True if a request for a file that names no model uses the one that created the file: `files.remember_model`. */
  readonly remembersModels: boolean;
  /** Status for a provider's own 429: 400, or 429 if `compatibility` says so. */
  readonly rateLimitedStatus: number;
  readonly limits: SnapshotLimits;
  readonly mcp: SnapshotMcp;
  /** Guardrails and the rules of personal data; undefined if there are none. */
  readonly guards: SnapshotGuards | undefined;
}

/** Rules of the response cache for requests. */
export interface CacheRules {
  readonly policies: CachePolicies;
  /** Those under which identical requests of one moment share an answer; undefined if there are none. */
  readonly sharing: CachePolicies | undefined;
  /** Those under which questions are compared by their meaning; undefined if there are none. */
  readonly semantic: PlacedPolicies<SemanticRules> | undefined;
  /** Answers that policies no longer allow; undefined if there are none. */
  readonly removed: PlacedPolicies<RemovedAnswers> | undefined;
  /** For answers that nothing else says it of, in seconds. */
  readonly ttlSeconds: number;
}

/** The prompts in effect. */
export interface SnapshotPrompts {
  /** Finds the prompt of the caller's workspace, or else of its organization (docs/contract/prompts.md#scopes). */
  find(name: string, caller: Caller): CompiledPrompt | undefined;
}

/** The tag policies in effect. */
export interface SnapshotTags {
  /** The rules for a caller's tags; undefined if there are none. */
  find(snapshot: Snapshot, caller: Caller): CallerTags | undefined;
}

/** The budget rules in effect. */
export interface SnapshotBudgets {
  /** True if a rule counts media. */
  readonly hasMedia: boolean;
  /** True if a rule sends requests elsewhere when it is spent. */
  readonly hasDowngrades: boolean;
  /** The rules that may hold for requests of a caller; undefined if there are none. */
  find(snapshot: Snapshot, caller: Caller): CallerRules | undefined;
}

/** The rate limits in effect. */
export interface SnapshotLimits {
  readonly backend: GatewayConfig['rate_limits']['backend'];
  /**
   * Every limit of a request. `model` is the logical name of who is to serve it, undefined for a request that names no
   * model; `virtualModel` that of what it named, where that is one.
   */
  find(snapshot: Snapshot, caller: Caller, model: string | undefined, virtualModel?: string): Ceilings;
  /** Finds the limits of policies which name the model: they hold for it as one of several targets. */
  findOfModel(snapshot: Snapshot, caller: Caller, model: string): Ceilings;
}

export interface Organization {
  /** Undefined for that of gateway.yaml if there is no database. */
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
  /** By logical name and by alias. */
  readonly virtualModels: ReadonlyMap<string, VirtualModel>;
}

export interface Team extends TeamReference {
  /** Names of models as the policy has them, logical ones and aliases; undefined: every model. */
  readonly allowedModels: ReadonlySet<string> | undefined;
  readonly tokenBudget: TokenBudget | undefined;
  readonly limits: MinuteLimits;
}

/** Tokens that a team may use in a calendar month (UTC). */
export interface TokenBudget {
  readonly tokens: number;
  /** Names the budget for all processes. */
  readonly account: string;
}

/** Routing config that X-Service-Config names. */
export interface RoutingConfig {
  readonly entry: RoutingConfigEntry;
  /** True if it has targets of its own; requests are otherwise routed as without it. */
  readonly hasTargets: boolean;
  /** The route of a config with targets: their names mean what they mean to the caller. */
  routeFor(snapshot: Snapshot, caller: Caller, source: ModelSource): Route;
  /** The route of a config without targets: to the model that the request names, with the config's retries and limits. */
  routeAround(model: ServedModel | VirtualModel, snapshot: Snapshot, caller: Caller): Route;
}

export interface RoutingConfigs {
  /**
   * Finds the config of the caller's workspace, or else its organization, or else gateway.yaml (docs/contract/routing.md#routing-configs).
   */
  find(name: string, caller: Caller): RoutingConfig | undefined;
}
