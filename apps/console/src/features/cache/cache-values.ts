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
  readonly mode: 'exact' | 'semantic';
  readonly embedding_model: string;
  readonly threshold: number | '';
  readonly turns: number | '';
  readonly shared_by: 'caller' | 'team';
  readonly removed_requests: string[];
}

export const EMPTY_CACHE_POLICY: CacheValues = {
  name: '',
  scope: 'workspace',
  enabled: true,
  ttl_seconds: '',
  models: null,
  teams: null,
  share_in_flight: false,
  mode: 'exact',
  embedding_model: 'builtin',
  threshold: 0.75,
  turns: 1,
  shared_by: 'caller',
  removed_requests: [],
};

export function valuesOfCachePolicy(policy: CachePolicy): CacheValues {
  const { name, workspace_id, enabled, ttl_seconds, models, teams, share_in_flight, mode, semantic } = policy;
  const { embedding_model, threshold, turns, shared_by } = { ...EMPTY_CACHE_POLICY, ...semantic };
  return {
    name,
    scope: workspace_id === null ? 'organization' : 'workspace',
    enabled,
    ttl_seconds: ttl_seconds ?? '',
    models: models && [...models],
    teams: teams && [...teams],
    share_in_flight,
    mode,
    embedding_model,
    threshold,
    turns,
    shared_by,
    removed_requests: [...(policy.removed_requests ?? [])],
  };
}

/** @param before the policy that is changed; settings that the form does not show stay as they are */
export function toChangedCachePolicy(values: CacheValues, before?: CachePolicy): ChangedCachePolicy {
  const { enabled, mode, models, name, removed_requests: removed, share_in_flight, teams, ttl_seconds } = values;
  const removed_requests = removed.length === 0 ? null : removed;
  const semantic = mode === 'semantic' ? { ...before?.semantic, ...toSemantic(values) } : null;
  const ttl = ttl_seconds === '' ? null : ttl_seconds;
  return {
    name: name.trim(),
    enabled,
    models,
    teams,
    share_in_flight,
    mode,
    ttl_seconds: ttl,
    semantic,
    removed_requests,
  };
}

function toSemantic({ embedding_model, shared_by, threshold, turns }: CacheValues): ChangedCachePolicy['semantic'] {
  return {
    embedding_model: embedding_model.trim() || 'builtin',
    shared_by,
    ...(threshold !== '' && { threshold }),
    ...(turns !== '' && { turns }),
  };
}

export function toNewCachePolicy(values: CacheValues, workspaceId: string): NewCachePolicy {
  const workspace_id = values.scope === 'organization' ? null : workspaceId;
  return { ...toChangedCachePolicy(values), name: values.name.trim(), workspace_id };
}
