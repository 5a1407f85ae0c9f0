import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { useChange } from '../../api/use-change.js';
import { useList } from '../../api/use-list.js';
import type { ChangedKey, Key, NewKey } from './key-values.js';

export interface KeyFilters {
  readonly q?: string | undefined;
  readonly workspaceId?: string | undefined;
  readonly team?: string | undefined;
  readonly owner?: string | undefined;
  readonly state?: string | undefined;
  readonly order?: string | undefined;
}

/** The keys of a filter, and the query that means them. */
export function useKeys({ q, workspaceId, team, owner, state, order }: KeyFilters) {
  const query = {
    ...(q && { q }),
    ...(workspaceId && { workspace_id: workspaceId }),
    ...(team && { team }),
    ...(owner && { user_id: owner }),
    ...(state && { state }),
    ...(order && { order }),
  };
  return { list: useList(['keys', 'list', query], '/admin/keys', query), query };
}

export function useKey(id: string | undefined) {
  return useQuery({
    queryKey: ['keys', 'one', id],
    queryFn: () => api.get('/admin/keys/{id}', { path: { id: id ?? '' } }),
    enabled: id !== undefined,
  });
}

/** The models that callers of a team may use, which are those of its keys. */
export function useTeamOfKey(key: Key | undefined) {
  const id = key?.team_id ?? undefined;
  return useQuery({
    queryKey: ['keys', 'team', id],
    queryFn: () => api.get('/admin/teams/{id}', { path: { id: id ?? '' } }),
    enabled: id !== undefined,
  });
}

/** The people who can own a key of a team. */
export function useOwners(teamId: string | null, isAllowed: boolean) {
  return useQuery({
    queryKey: ['keys', 'owners', teamId],
    queryFn: async () => {
      const { data } = await api.get('/admin/teams/{id}/members', { path: { id: teamId ?? '' } });
      const people = await Promise.all(
        data.slice(0, 50).map(({ user_id }) => api.get('/admin/users/{id}', { path: { id: user_id } })),
      );
      return people
        .filter(({ active }) => active)
        .map(({ id, name, email }) => ({ value: id, label: `${name} · ${email}` }));
    },
    enabled: teamId !== null && isAllowed,
  });
}

export function useKeyActions() {
  const done = useChange('keys');
  const client = useQueryClient();
  return {
    /** For one of many: the lists are read again once, by `reload`. */
    createQuietly: (body: NewKey) => api.post('/admin/keys', { body }),
    reload: () => void client.invalidateQueries({ queryKey: ['keys'] }),
    create: (body: NewKey) => done(api.post('/admin/keys', { body })),
    update: (id: string, body: ChangedKey) => done(api.patch('/admin/keys/{id}', { path: { id }, body })),
    rotate: (id: string, grace_seconds: number) =>
      done(api.post('/admin/keys/{id}/rotate', { path: { id }, body: { grace_seconds } })),
    disable: (id: string) => done(api.post('/admin/keys/{id}/disable', { path: { id } })),
    enable: (id: string) => done(api.post('/admin/keys/{id}/enable', { path: { id } })),
    remove: (id: string) => done(api.delete('/admin/keys/{id}', { path: { id } }), id),
  };
}
