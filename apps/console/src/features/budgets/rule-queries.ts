import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useSession } from '../../api/session.js';
import { useList } from '../../api/use-list.js';
import { ifMatch } from '../../api/versions.js';

const LIST = '/admin/gateway/policies/budgets';
const ONE = '/admin/gateway/policies/budgets/{id}';

/** Rules of a page: they are ordered by scope, so that most organizations have all in one. */
const RULES = 200;

const READ_AGAIN_MS = 30_000;

export function useBudgetRules(workspaceId: string, q: string | undefined) {
  const query = { workspace_id: workspaceId, include_organization: 'true', limit: RULES, ...(q && { q }) } as const;
  return useList(['budget-rules', 'list', query], LIST, query);
}

/** States of all budgets that hold in a workspace; none for those who may not see budgets. */
export function useBudgetStates(workspaceId: string) {
  const { can } = useSession();
  return useQuery({
    queryKey: ['budget-rules', 'states', workspaceId],
    enabled: can('gateway.budgets.read', workspaceId),
    refetchInterval: READ_AGAIN_MS,
    queryFn: async () =>
      (await api.get('/admin/gateway/budgets/status', { query: { workspace_id: workspaceId } })).data,
  });
}

export const findBudgetRule = (id: string) => api.get(ONE, { path: { id } });

export const createBudgetRule = (body: components['schemas']['CreateBudgetRuleDto']) => api.post(LIST, { body });

export const updateBudgetRule = (id: string, body: components['schemas']['UpdateBudgetRuleDto'], version?: string) =>
  api.patch(ONE, { path: { id }, body, ...ifMatch(version) });

export const removeBudgetRule = (id: string) => api.delete(ONE, { path: { id } });

export const resetBudgetRule = (id: string, body: components['schemas']['ResetBudgetRuleDto']) =>
  api.post('/admin/gateway/policies/budgets/{id}/reset', { path: { id }, body });
