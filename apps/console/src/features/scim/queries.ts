import { type Answer, api } from '../../api/client.js';
import { useChange } from '../../api/use-change.js';
import { useList } from '../../api/use-list.js';

export type ScimToken = Answer<'/org/scim-tokens', 'get'>['data'][number];
export type ScimMapping = Answer<'/org/scim-mappings', 'get'>['data'][number];
export type MappingRole = ScimMapping['role'];

export const ROLES = ['viewer', 'editor', 'admin'] as const;

export const useScimTokens = () => useList(['scim-tokens'], '/org/scim-tokens');

export const useScimMappings = () => useList(['scim-mappings'], '/org/scim-mappings');

export function useScimActions() {
  const done = useChange('scim-tokens', 'scim-mappings');
  return {
    issue: (name: string, expires_at: string | null) =>
      done(api.post('/org/scim-tokens', { body: { name, ...(expires_at !== null && { expires_at }) } })),
    revoke: (id: string) => done(api.delete('/org/scim-tokens/{id}', { path: { id } })),
    map: (group_id: string, workspace_id: string, role: (typeof ROLES)[number]) =>
      done(api.post('/org/scim-mappings', { body: { group_id, workspace_id, role } })),
    changeRole: (id: string, role: (typeof ROLES)[number]) =>
      done(api.patch('/org/scim-mappings/{id}', { path: { id }, body: { role } })),
    unmap: (id: string) => done(api.delete('/org/scim-mappings/{id}', { path: { id } })),
  };
}
