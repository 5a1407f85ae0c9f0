import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useChange } from '../../api/use-change.js';
import { useList } from '../../api/use-list.js';

export type Member = components['schemas']['WorkspaceMemberView'];
export type WrittenMember = components['schemas']['WriteMemberDto'];

export function useMembers(workspaceId: string, q: string | undefined) {
  const query = q ? { q } : {};
  return useList(['members', workspaceId, query], '/admin/workspaces/{id}/members', query, {
    path: { id: workspaceId },
  });
}

export const findMember = (workspaceId: string, userId: string) =>
  api.get('/admin/workspaces/{id}/members/{user_id}', { path: { id: workspaceId, user_id: userId } });

export function useMemberActions(workspaceId: string) {
  const done = useChange('members');
  const path = (user_id: string) => ({ id: workspaceId, user_id });
  return {
    set: (userId: string, body: WrittenMember) =>
      done(api.put('/admin/workspaces/{id}/members/{user_id}', { path: path(userId), body })),
    remove: (userId: string) => done(api.delete('/admin/workspaces/{id}/members/{user_id}', { path: path(userId) })),
  };
}
