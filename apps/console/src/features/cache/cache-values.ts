import type { components } from '../../api/schema.js';
import type { PolicyScope } from '../../ui/policy-fields.js';

export type CachePolicy = components['schemas']['CachePolicyView'];
type NewCachePolicy = components['schemas']['CreateCachePolicyDto'];
type ChangedCachePolicy = components['schemas']['UpdateCachePolicyDto'];

export interface CacheValues {
  readonly name: string;
  readonly scope: PolicyScope;
  readonly enabled: boolean;
  /** Empty: as gateway.yaml says. */
  readonly ttl_seconds: number | '';
  readonly models: string[] | null;
  readonly teams: string[] | null;
  readonly share_in_flight: boolean;
}

export const EMPTY_CACHE_POLICY: CacheValues = {
  name: '',
  scope: 'workspace',
  enabled: true,
  ttl_seconds: '',
  models: null,
  teams: null,
  share_in_flight: false,
};

export function valuesOfCachePolicy(policy: CachePolicy): CacheValues {
  const { name, workspace_id, enabled, ttl_seconds, models, teams, share_in_flight } = policy;
  return {
    name,
    scope: workspace_id === null ? 'organization' : 'workspace',
    enabled,
    ttl_seconds: ttl_seconds ?? '',
    models: models && [...models],
    teams: teams && [...teams],
    share_in_flight,
  };
}

export function toChangedCachePolicy({ scope: _scope, ...values }: CacheValues): ChangedCachePolicy {
  const { name, ttl_seconds } = values;
  return { ...values, name: name.trim(), ttl_seconds: ttl_seconds === '' ? null : ttl_seconds };
}

export function toNewCachePolicy(values: CacheValues, workspaceId: string): NewCachePolicy {
  const workspace_id = values.scope === 'organization' ? null : workspaceId;
  return { ...toChangedCachePolicy(values), name: values.name.trim(), workspace_id };
}
