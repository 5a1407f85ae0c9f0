import type { Authenticate, Caller } from '@multilane/auth';
import type { GatewayConfig, Steps } from '@multilane/config';
import type { SnapshotRows } from '@multilane/persistence';
import { buildCache } from './build-cache.js';
import { buildCatalog } from './build-catalog.js';
import { buildKeys } from './build-keys.js';
import { buildMcpServers } from './build-mcp-servers.js';
import { buildOrganizations, findOwnOrganization } from './build-organizations.js';
import { buildPrompts } from './build-prompts.js';
import { buildRoutingConfigs } from './build-routing-configs.js';
import { buildTeams, hasTokenBudgets } from './build-teams.js';
import { buildVirtualModels } from './build-virtual-models.js';
import { buildWorkspaces } from './build-workspaces.js';
import { buildBudgetRules } from './callers/build-budget-rules.js';
import { buildLimits } from './callers/build-limits.js';
import { buildTagPolicies } from './callers/build-tag-policies.js';
import { findCapturing } from './find-capturing.js';
import { buildGuardrails, type GuardrailSources } from './guards/build-guardrails.js';
import type { Connections } from './network/connect-provider.js';
import { findInternals, findUnlisted } from './network/find-internals.js';
import { networkOfProviders } from './network/network-of-providers.js';
import { modelRowsOf } from './routes/read-model-rows.js';
import { noProblems } from './rows/last-made.js';
import type { Snapshot } from './snapshot.js';
import { SnapshotParts } from './snapshot-parts.js';

type Policies = SnapshotRows['policies'];

const NO_POLICIES: Policies = [];

export interface SnapshotSources extends GuardrailSources {
  readonly config: GatewayConfig;
  /** Names the configuration. */
  readonly hash: string;
  /** Rows of the database; undefined without one, and until it answered. */
  readonly rows: SnapshotRows | undefined;
  readonly authenticate: Authenticate<Caller>;
  /** Parts of the last snapshot, which share unchanged ones. Default: everything is built anew. */
  readonly parts?: SnapshotParts;
  readonly connections: Connections;
  /** Called for each registered provider that cannot be used. */
  readonly onProviderProblem: (providerId: string, problem: string) => void;
}

/**
 * Works out everything that requests will look up, from gateway.yaml and the database: the file decides about names that both have
 * (docs/decisions: control plane). Parts without changed rows are shared with the last snapshot. Throws when a file that the configuration
 * names cannot be read.
 */
export function* buildSnapshot(sources: SnapshotSources): Steps<Snapshot> {
  const { config, hash, rows, authenticate, connections, parts = new SnapshotParts() } = sources;
  const { targetStates } = connections;
  const ownOrganization = parts.ownOrganization.findNow([config, rows?.organizations], () =>
    findOwnOrganization(config, rows),
  );
  const modelRows = modelRowsOf(config);
  const catalog = yield* buildCatalog(config, connections, modelRows);
  const internals = findInternals(config, catalog);
  const declared = config.virtual_models.map((definition) => ({ names: [definition.name], definition }));
  const { ownTeams, teams } = yield* parts.teams.find(
    [config, rows?.teams, rows?.organizations, ownOrganization],
    noProblems,
    () => buildTeams(config, rows, ownOrganization),
  );
  const policies = yield* parts.policiesByUse.split(rows?.policies ?? NO_POLICIES);
  const [routing, caching, guarding, budgeting, tagging, prompting] = (
    ['routing', 'caching', 'guarding', 'budgeting', 'tagging', 'prompting'] as const
  ).map((use) => policies.get(use) ?? NO_POLICIES) as [Policies, Policies, Policies, Policies, Policies, Policies];
  return {
    hash,
    contentHash: yield* parts.contentHash.find(hash, rows),
    version: rows?.version,
    authenticate,
    ownOrganization,
    organizations: parts.organizations.findNow([rows?.organizations, ownOrganization], () =>
      buildOrganizations(rows, ownOrganization),
    ),
    ownTeams,
    teams,
    hasTokenBudgets: parts.hasTokenBudgets.findNow([ownTeams, teams], () => hasTokenBudgets(ownTeams, teams)),
    tags: yield* buildTagPolicies(config, tagging, ownOrganization, parts.tags),
    budgets: yield* buildBudgetRules(config, budgeting, ownOrganization, parts.budgets),
    refusesUnpriced: config.budgets.unpriced === 'refuse',
    workspaces: rows
      ? yield* buildWorkspaces(rows, { ...sources, network: networkOfProviders(config.network), modelRows }, parts)
      : new Map(),
    capturingWorkspaces: parts.capturingWorkspaces.findNow([rows?.workspaces], () =>
      findCapturing(rows?.workspaces ?? []),
    ),
    models: new Map([...catalog].filter(([name]) => !internals.has(name))),
    keys: buildKeys(config, ownTeams),
    virtualModels: yield* buildVirtualModels('config', declared, catalog, targetStates),
    unlisted: findUnlisted(config),
    routingConfigs: yield* buildRoutingConfigs(config, { policies: routing }, targetStates, internals),
    cache: yield* parts.cache.find([config, routing, caching, ownOrganization], noProblems, () =>
      buildCache(config, { policies: [...routing, ...caching] }, ownOrganization),
    ),
    prompts: yield* parts.prompts.find([config, prompting, ownOrganization], noProblems, () =>
      buildPrompts(config, prompting, ownOrganization),
    ),
    settings: config,
    network: config.network,
    corsOrigins: new Set(config.server.cors.origins),
    remembersModels: config.files.remember_model,
    rateLimitedStatus: config.compatibility.provider_rate_limited_status,
    limits: yield* buildLimits(config, rows, parts.limits),
    mcp: yield* parts.mcp.find([config, rows?.mcpServers], sources.onProviderProblem, (report) =>
      buildMcpServers(config, rows, report),
    ),
    guards: yield* parts.guards.find([config, guarding, ownOrganization], sources.onPolicyProblem, (onPolicyProblem) =>
      buildGuardrails({ ...sources, rows: { policies: guarding }, onPolicyProblem }, ownOrganization),
    ),
  };
}
