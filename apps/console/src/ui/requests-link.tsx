import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../api/session.js';
import { useWorkspace } from '../api/use-workspace.js';

interface RequestsLinkProps {
  /** Filters of the list of requests. */
  readonly search: Readonly<Record<string, string | undefined>>;
  readonly label?: string;
  /** Workspace whose list is opened. Default: that of the page. */
  readonly workspaceId?: string | undefined;
  readonly children: ReactNode;
}

/** Leads to the requests that a figure counts; the figure alone for people who may not see them. */
export function RequestsLink({ children, label, search, workspaceId }: RequestsLinkProps): ReactNode {
  const { id: current } = useWorkspace();
  const id = workspaceId ?? current;
  if (!useSession().can('gateway.audit.read', id)) return children;
  return (
    <Anchor
      component={Link}
      {...({ to: `/w/${id}/requests`, search } as object)}
      inherit
      underline="always"
      aria-label={label}
    >
      {children}
    </Anchor>
  );
}
