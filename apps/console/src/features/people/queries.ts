import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useChange } from '../../api/use-change.js';
import { useList } from '../../api/use-list.js';

export type Person = components['schemas']['OrganizationMemberView'];
export type Role = Person['role'];
export type Invite = components['schemas']['InviteView'];
export type NewInvite = components['schemas']['CreateInviteDto'];

export interface PeopleFilters {
  readonly q?: string | undefined;
  readonly role?: string | undefined;
  readonly active?: string | undefined;
  readonly order?: string | undefined;
}

/** The people of a filter, and the query that means them. */
export function usePeople({ q, role, active, order }: PeopleFilters) {
  const query = {
    ...(q && { q }),
    ...(role && { role: role as Role }),
    ...(active && { active: active as 'true' | 'false' }),
    ...(order && { order: order as 'name' }),
  };
  return { list: useList(['people', 'list', query], '/org/members', query), query };
}

export function usePerson(id: string) {
  return useQuery({
    queryKey: ['people', 'one', id],
    queryFn: () => api.get('/org/members/{user_id}', { path: { user_id: id } }),
  });
}

export function useAccount(id: string) {
  return useQuery({
    queryKey: ['people', 'account', id],
    queryFn: () => api.get('/admin/users/{id}', { path: { id } }),
  });
}

export function useSessionsOf(id: string) {
  return useQuery({
    queryKey: ['people', 'sessions', id],
    queryFn: () => api.get('/admin/users/{id}/sessions', { path: { id }, query: { limit: 200 } }),
  });
}

export function useTokensOf(id: string) {
  return useQuery({
    queryKey: ['people', 'tokens', id],
    queryFn: () => api.get('/admin/users/{id}/tokens', { path: { id }, query: { limit: 200 } }),
  });
}

export function usePersonActions(id: string) {
  const done = useChange('people');
  const path = { id };
  return {
    update: (body: components['schemas']['UpdateUserDto']) => done(api.patch('/admin/users/{id}', { path, body })),
    setPassword: (new_password: string) =>
      done(api.post('/admin/users/{id}/password', { path, body: { new_password } })),
    resetSecondFactor: () => done(api.delete('/admin/users/{id}/second-factor', { path })),
    remove: () => done(api.delete('/admin/users/{id}', { path }), id),
    endSession: (session_id: string) =>
      done(api.delete('/admin/users/{id}/sessions/{session_id}', { path: { id, session_id } })),
    endSessions: () => done(api.delete('/admin/users/{id}/sessions', { path })),
    revokeToken: (token_id: string) =>
      done(api.delete('/admin/users/{id}/tokens/{token_id}', { path: { id, token_id } })),
    revokeTokens: () => done(api.delete('/admin/users/{id}/tokens', { path })),
  };
}

export function useInvites() {
  return useList(['invites', 'list'], '/org/invites', {});
}

export function useInviteActions() {
  const done = useChange('invites');
  const client = useQueryClient();
  return {
    reload: () => void client.invalidateQueries({ queryKey: ['invites'] }),
    create: (body: NewInvite) => done(api.post('/org/invites', { body })),
    revoke: (id: string) => done(api.delete('/org/invites/{id}', { path: { id } })),
  };
}
