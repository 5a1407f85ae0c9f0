import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../api/client.js';
import { useSession } from '../api/session.js';
import { IdText } from './id-text.js';

export type NamedKind = 'team' | 'user' | 'workspace' | 'key' | 'account' | 'rule';

/** Permissions that are required to see the name; without them the id is shown. */
const PERMISSIONS = {
  team: 'gateway.teams.read',
  user: 'org.members.read',
  workspace: 'workspace.read',
  key: 'gateway.keys.read',
  account: 'gateway.serviceaccounts.read',
  rule: 'gateway.budgetrules.read',
} as const satisfies Readonly<Record<NamedKind, string>>;

const LOADERS: Readonly<Record<NamedKind, (id: string) => Promise<{ readonly name: string }>>> = {
  team: (id) => api.get('/admin/teams/{id}', { path: { id } }),
  user: (id) => api.get('/admin/users/{id}', { path: { id } }),
  workspace: (id) => api.get('/admin/workspaces/{id}', { path: { id } }),
  key: (id) => api.get('/admin/keys/{id}', { path: { id } }),
  account: (id) => api.get('/admin/service-accounts/{id}', { path: { id } }),
  rule: (id) => api.get('/admin/gateway/policies/budgets/{id}', { path: { id } }),
};

export interface NameOfProps {
  readonly kind: NamedKind;
  readonly id: string;
  /** The workspace in which the permission is held, for people without a role in the organization. */
  readonly workspaceId?: string | undefined;
}

/** The name of a resource that is known by its id; the id until the name is known, and where it may not be seen. */
export function NameOf({ kind, id, workspaceId }: NameOfProps): ReactNode {
  const { can, workspaces } = useSession();
  const known = kind === 'workspace' ? workspaces.find((workspace) => workspace.id === id)?.name : undefined;
  const isAllowed = can(PERMISSIONS[kind]) || (workspaceId !== undefined && can(PERMISSIONS[kind], workspaceId));
  const answer = useQuery({
    queryKey: ['name', kind, id],
    queryFn: () => LOADERS[kind](id),
    enabled: known === undefined && isAllowed,
    staleTime: 60_000,
    retry: false,
  });
  const name = known ?? answer.data?.name;
  return name === undefined ? <IdText id={id} /> : <span dir="auto">{name}</span>;
}
