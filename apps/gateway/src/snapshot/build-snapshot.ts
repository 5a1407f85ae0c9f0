import { hashToken, type StoredIdentity } from '@multilane/auth';
import { findProvider, type GatewayConfig, type ModelEntry, type ProviderEntry } from '@multilane/config';
import { type Endpoint, getAdapter, type ProviderAdapter, type ProviderTarget } from '@multilane/providers';
import type { CredentialSources } from '../upstream/credentials/credential-sources.js';
import type { Transports } from '../upstream/transports.js';
import type { CatalogModel, Snapshot, Target, Team } from './snapshot.js';

/** What outlives a snapshot where the settings it depends on stay the same. */
export interface LongLived {
  readonly transports: Transports;
  readonly credentials: CredentialSources;
}

/** What stands in gateway.yaml is trusted (decisions section 11). */
const NAMED_BY_THE_OPERATOR = true;

/** Works out everything that requests will look up. `hash` names the configuration. */
export function buildSnapshot(config: GatewayConfig, hash: string, longLived: LongLived): Snapshot {
  const models = new Map<string, CatalogModel>();
  for (const entry of config.models) {
    const model = buildModel(entry, config, longLived);
    for (const name of model.names) models.set(name, model);
  }
  return {
    hash,
    organization: { name: config.organization.name, products: new Set(config.organization.products) },
    models,
    workspaceModels: new Map(),
    teams: new Map(config.teams.map((team) => [team.name, buildTeam(team, models)])),
    keys: buildKeys(config),
    virtualModels: new Set(config.virtual_models.map(({ name }) => name)),
    routingConfigs: new Set(config.routing_configs.map(({ name }) => name)),
    corsOrigins: new Set(config.server.cors.origins),
  };
}

function buildModel(entry: ModelEntry, config: GatewayConfig, longLived: LongLived): CatalogModel {
  const provider = findProvider(config, entry.provider);
  return {
    logicalName: entry.logical_name,
    names: [entry.logical_name, ...entry.aliases],
    type: entry.type,
    target: buildTarget(entry, provider, config, longLived),
    prices: entry.prices,
    reasoningEfforts: entry.capabilities.reasoning_efforts,
  };
}

function buildTarget(
  entry: ModelEntry,
  provider: ProviderEntry,
  config: GatewayConfig,
  { transports, credentials }: LongLived,
): Target {
  const adapter = getAdapter(provider.kind);
  const target: ProviderTarget = {
    kind: provider.kind,
    upstreamModel: entry.upstream_model,
    baseUrl: (provider.base_url ?? adapter?.defaultBaseUrl ?? '').replace(/\/+$/, ''),
    headers: lowerCaseNames(provider.headers),
    apiVersion: provider.api_version,
    thinking: entry.capabilities.thinking,
    project: provider.project,
    location: provider.location,
    region: provider.region,
  };
  return {
    provider: target,
    adapter,
    addresses: adapter ? addressEndpoints(adapter, target) : {},
    credentials: credentials.choose(provider, config.network, NAMED_BY_THE_OPERATOR),
    timeouts: provider.timeouts,
    coldStart: provider.cold_start,
    transport: transports.choose(provider, config.network, NAMED_BY_THE_OPERATOR),
  };
}

function addressEndpoints(adapter: ProviderAdapter, target: ProviderTarget): Target['addresses'] {
  const endpoints = Object.keys(adapter.endpoints) as Endpoint[];
  return Object.fromEntries(
    endpoints.map((endpoint) => [
      endpoint,
      { whole: adapter.address(target, endpoint, false), streamed: adapter.address(target, endpoint, true) },
    ]),
  );
}

function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** A policy that names an alias grants the model under all its names (specification section 1). */
function buildTeam(team: GatewayConfig['teams'][number], models: ReadonlyMap<string, CatalogModel>): Team {
  const allowed = team.allowed_models?.flatMap((name) => models.get(name)?.logicalName ?? []);
  return { name: team.name, allowedModels: allowed && new Set(allowed) };
}

function buildKeys(config: GatewayConfig): Map<string, StoredIdentity> {
  const keys = new Map<string, StoredIdentity>();
  for (const team of config.teams) {
    for (const key of team.api_keys) {
      keys.set(hashToken(key.key), {
        credentialType: 'api_key',
        keyName: key.name,
        role: key.role,
        organizationName: config.organization.name,
        teamName: team.name,
        limits: {
          requestsPerMinute: key.rpm_limit,
          tokensPerMinute: key.tpm_limit,
          budgetUsd: key.budget_usd_monthly ?? 0,
          budgetPeriod: key.budget_reset_period,
        },
        expiresAt: key.expires_at === undefined ? undefined : Date.parse(key.expires_at),
        disabled: false,
      });
    }
  }
  return keys;
}
