import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { type Answer, api } from './client.js';

type SessionAnswer = Answer<'/auth/session', 'get'>;

export interface Session extends Pick<SessionAnswer, 'user' | 'organization' | 'permissions' | 'expires_at'> {
  /** The workspaces that the person can reach, by name. */
  readonly workspaces: readonly { readonly id: string; readonly name: string }[];
  /** True if the person has a permission: in the organization, or in the workspace that is named. */
  readonly can: (permission: string, workspaceId?: string) => boolean;
}

/** Person who is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  retry: false,
  queryFn: async (): Promise<Session> => toSession(await api.get('/auth/session')),
});

/** Reads who is signed in; used once, by the shell. */
export function useSessionQuery() {
  return useQuery(sessionQuery);
}

function toSession(session: SessionAnswer): Session {
  const organization = new Set<string>(session.permissions.organization);
  const within = new Map(
    session.permissions.workspaces.map(({ id, permissions }) => [id, new Set<string>(permissions)]),
  );
  return {
    user: session.user,
    organization: session.organization,
    permissions: session.permissions,
    expires_at: session.expires_at,
    workspaces: session.reachable_workspaces,
    can: (permission, workspaceId) =>
      organization.has(permission) || (workspaceId !== undefined && within.get(workspaceId)?.has(permission) === true),
  };
}

export const SessionContext = createContext<Session | undefined>(undefined);

/** Returns the session of the person who is signed in. Only for pages in the shell: it waits until the session is known. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('there is no session outside the shell');
  return session;
}
