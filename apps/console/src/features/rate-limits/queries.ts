import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { useChange } from '../../api/use-change.js';
import { useList } from '../../api/use-list.js';
import { ifMatch } from '../../api/versions.js';
import type { ChangedRateLimit, NewRateLimit } from './rate-limit-values.js';

const LIST = '/admin/gateway/policies/rate-limits';
const ONE = '/admin/gateway/policies/rate-limits/{id}';

export function useRateLimits(workspaceId: string, q: string | undefined) {
  const query = { workspace_id: workspaceId, include_organization: 'true', ...(q && { q }) } as const;
  return useList(['rate-limits', 'list', query], LIST, query);
}

export function useRateLimit(id: string) {
  return useQuery({ queryKey: ['rate-limits', 'one', id], queryFn: () => findRateLimit(id) });
}

export const findRateLimit = (id: string) => api.get(ONE, { path: { id } });

export function useRateLimitActions() {
  const done = useChange('rate-limits');
  return {
    create: (body: NewRateLimit) => done(api.post(LIST, { body })),
    update: (id: string, body: ChangedRateLimit, version?: string) =>
      done(api.patch(ONE, { path: { id }, body, ...ifMatch(version) })),
    remove: (id: string) => done(api.delete(ONE, { path: { id } }), id),
  };
}
