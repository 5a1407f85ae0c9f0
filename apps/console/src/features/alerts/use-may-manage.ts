import { useSession } from '../../api/session.js';

interface Placed {
  readonly workspace_id: string | null;
  readonly team_id: string | null;
}

/**
 * True for rules, channels and alerts that the person may change: those of the place, or with less permission those of teams. The session
 * does not tell the person's own teams, so the service may still refuse another team's.
 */
export function useMayManage(): (row: Placed) => boolean {
  const { can } = useSession();
  return ({ team_id: team, workspace_id: place }) => {
    const workspaceId = place ?? undefined;
    return (
      can('gateway.alerts.manage', workspaceId) || (team !== null && can('gateway.teamalerts.manage', workspaceId))
    );
  };
}
