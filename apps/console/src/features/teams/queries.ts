import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useChange } from '../../api/use-change.js';
import { useList } from '../../api/use-list.js';
import { NO_QUEUE, type QueueValues, toQueue, valuesOfQueue } from '../../ui/queue-values.js';

export type Team = components['schemas']['TeamView'];

export type TeamValues = {
  readonly name: string;
  readonly allowed_models: readonly string[] | null;
  readonly rpm_limit: number;
  readonly tpm_limit: number;
  readonly max_parallel: number;
  readonly queue: QueueValues;
  readonly priority: Team['priority'];
  readonly max_priority: Team['max_priority'];
  readonly token_budget_monthly: number;
};

export const EMPTY_TEAM: TeamValues = {
  name: '',
  allowed_models: null,
  rpm_limit: 0,
  tpm_limit: 0,
  max_parallel: 0,
  queue: NO_QUEUE,
  priority: null,
  max_priority: null,
  token_budget_monthly: 0,
};

export function valuesOfTeam(team: Team): TeamValues {
  const { name, allowed_models, rpm_limit, tpm_limit, max_parallel, token_budget_monthly } = team;
  const { priority, max_priority } = team;
  const limits = { rpm_limit, tpm_limit, max_parallel, token_budget_monthly };
  return { name, allowed_models, ...limits, queue: valuesOfQueue(team.queue), priority, max_priority };
}

const toTeam = ({ allowed_models: models, queue, ...rest }: TeamValues) => ({
  ...rest,
  queue: toQueue(queue, rest.max_parallel),
  allowed_models: models && [...models],
});

/** The teams of a search, and the query that means them. */
export function useTeams(q: string | undefined, order: string | undefined) {
  const query = { ...(q && { q }), ...(order && { order: order as 'name' }) };
  return { list: useList(['teams', 'list', query], '/admin/teams', query), query };
}

export function useTeam(id: string) {
  return useQuery({
    queryKey: ['teams', 'one', id],
    queryFn: () => api.get('/admin/teams/{id}', { path: { id } }),
  });
}

export function useTeamMembers(id: string, isAllowed: boolean) {
  return useQuery({
    queryKey: ['teams', 'members', id],
    queryFn: () => api.get('/admin/teams/{id}/members', { path: { id } }),
    enabled: isAllowed,
  });
}

export function useTeamActions() {
  const done = useChange('teams', 'name');
  const client = useQueryClient();
  return {
    /** For one of many: the lists are read again once, by `reload`. */
    createQuietly: (values: TeamValues) => api.post('/admin/teams', { body: toTeam(values) }),
    reload: () => void client.invalidateQueries({ queryKey: ['teams'] }),
    create: (values: TeamValues) => done(api.post('/admin/teams', { body: toTeam(values) })),
    update: (id: string, values: TeamValues) =>
      done(api.patch('/admin/teams/{id}', { path: { id }, body: toTeam(values) })),
    remove: (id: string) => done(api.delete('/admin/teams/{id}', { path: { id } }), id),
    addMember: (id: string, user_id: string) =>
      done(api.put('/admin/teams/{id}/members/{user_id}', { path: { id, user_id } })),
    removeMember: (id: string, user_id: string) =>
      done(api.delete('/admin/teams/{id}/members/{user_id}', { path: { id, user_id } })),
  };
}
