import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useChange } from '../../api/use-change.js';
import { useList } from '../../api/use-list.js';

export type Workspace = components['schemas']['WorkspaceView'];

export function useWorkspaces(q: string | undefined) {
  const query = q ? { q } : {};
  return useList(['workspaces', 'list', query], '/admin/workspaces', query);
}

/** The session lists workspaces too, so it is read again after each change. */
export function useWorkspaceActions() {
  const done = useChange('workspaces', 'session', 'name');
  return {
    create: (name: string) => done(api.post('/admin/workspaces', { body: { name } })),
    rename: (id: string, name: string) => done(api.patch('/admin/workspaces/{id}', { path: { id }, body: { name } })),
    remove: (id: string) => done(api.delete('/admin/workspaces/{id}', { path: { id } }), id),
  };
}
