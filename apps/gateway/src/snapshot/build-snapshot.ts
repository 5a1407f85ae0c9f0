import type { Authenticate, Caller } from '@multilane/auth';
import type { GatewayConfig, Steps } from '@multilane/config';
import type { SnapshotRows } from '@multilane/persistence';
import { buildCache } from './build-cache.js';
import { buildCatalog } from './build-catalog.js';
import { buildKeys } from './build-keys.js';
import { buildLimits } from './build-limits.js';
import { buildMcpServers } from './build-mcp-servers.js';
import { buildOrganizations, findOwnOrganization } from './build-organizations.js';
import { buildRoutingConfigs } from './build-routing-configs.js';
import { buildTeams, hasTokenBudgets } from './build-teams.js';
import { buildVirtualModels } from './build-virtual-models.js';
import { buildWorkspaces } from './build-workspaces.js';
import type { Connections } from './connect-provider.js';
import { findInternals } from './find-internals.js';
import { buildGuardrails, type GuardrailSources } from './guards/build-guardrails.js';
import { hashContent } from './hash-content.js';
import { networkOfProviders } from './network-of-providers.js';
import { readModelRows } from './read-model-rows.js';
import type { Snapshot } from './snapshot.js';

export interface SnapshotSources extends GuardrailSources {
  readonly config: GatewayConfig;
  /** Names the configuration. */
  readonly hash: string;
  /** What the database holds; undefined without one, and until it answered. */
  readonly rows: SnapshotRows | undefined;
  readonly authenticate: Authenticate<Caller>;
  readonly connections: Connections;
  /** Called for each registered provider that cannot be used. */
  readonly onProviderProblem: (providerId: string, problem: string) => void;
}

/**
 * Works out everything that requests will look up, from gateway.yaml and the database: what both name, the file decides
 * (docs/decisions: control plane). Throws when a file that the configuration names cannot be read.
 */
export function* buildSnapshot(sources: SnapshotSources): Steps<Snapshot> {
  const { config, hash, rows, authenticate } = sources;
  const ownOrganization = findOwnOrganization(config, rows);
  const modelRows = readModelRows(config.model_facts);
  const catalog = yield* buildCatalog(config, sources.connections, modelRows);
  const internals = findInternals(config, catalog);
  const { targetStates } = sources.connections;
  const declared = config.virtual_models.map((definition) => ({ names: [definition.name], definition }));
  const { ownTeams, teams } = yield* buildTeams(config, rows, ownOrganization);
  return {
    hash,
    contentHash: yield* hashContent(hash, rows),
    version: rows?.version,
    authenticate,
    ownOrganization,
    organizations: buildOrganizations(rows, ownOrganization),
    ownTeams,
    teams,
    hasTokenBudgets: hasTokenBudgets(ownTeams, teams),
    refusesUnpriced: config.budgets.unpriced === 'refuse',
    workspaces: rows
      ? yield* buildWorkspaces(rows, {
          ...sources,
          network: networkOfProviders(config.network),
          modelRows,
        })
      : new Map(),
    models: new Map([...catalog].filter(([name]) => !internals.has(name))),
    keys: buildKeys(config, ownTeams),
    virtualModels: yield* buildVirtualModels('config', declared, catalog, targetStates),
    routingConfigs: yield* buildRoutingConfigs(config, rows, targetStates, internals),
    cache: yield* buildCache(config, rows, ownOrganization),
    settings: config,
    network: config.network,
    corsOrigins: new Set(config.server.cors.origins),
    remembersModels: config.files.remember_model,
    rateLimitedStatus: config.compatibility.provider_rate_limited_status,
    limits: yield* buildLimits(config, rows),
    mcp: yield* buildMcpServers(config, rows, sources.onProviderProblem),
    guards: yield* buildGuardrails(sources, ownOrganization),
  };
}
