import { MembershipEntity } from '../../entities/people.entity.js';
import type { WorkspaceRole } from '../../records/people.js';
import { command, statement } from '../../statements/statement.js';
import type { ChangeScope } from '../audited-table.js';

interface Place {
  readonly workspace_id: string;
  readonly user_id: string;
  readonly role: WorkspaceRole;
  readonly team_id: string | null;
  readonly team_removed_at: Date | null;
}

/** The greatest first, as the query below orders them. */
const RANK = (column: string): string => `array_position(ARRAY['admin', 'editor', 'viewer'], ${column})`;

/**
 * Roles and teams that mappings give to people: in each workspace the greatest role of their groups, and the team of
 * the group that gives it; of several, the oldest mapping decides. Inactive people get nothing.
 */
const MAPPED = `
  SELECT DISTINCT ON (mapping.workspace_id, member.user_id)
         mapping.workspace_id, member.user_id, mapping.role, mapping.team_id
    FROM team_members member
    JOIN scim_mappings mapping USING (organization_id, team_id)
    JOIN users ON users.id = member.user_id AND users.active
   WHERE member.organization_id = $1 AND member.user_id = ANY ($2::uuid[])
   ORDER BY mapping.workspace_id, member.user_id, ${RANK('mapping.role')}, mapping.id`;

/**
 * A membership as it is to be: the greater role of what a person gave and what mappings give. The team that a person
 * chose decides, also where that is none, and where it was lost: only an administrator replaces a lost team.
 */
const DUE = `
  SELECT workspace_id, user_id, mapped.role IS NOT NULL AS is_mapped, manual_role IS NOT NULL AS is_manual,
         CASE WHEN ${RANK('manual_role')} <= ${RANK('mapped.role')} OR mapped.role IS NULL
              THEN manual_role ELSE mapped.role END AS role,
         CASE WHEN manual_role IS NOT NULL THEN manual_team_id ELSE mapped.team_id END AS team_id,
         manual_team_removed_at AS team_removed_at
    FROM (SELECT * FROM memberships WHERE organization_id = $1 AND user_id = ANY ($2::uuid[])) present
    FULL JOIN (${MAPPED}) mapped USING (workspace_id, user_id)`;

const SHOWN =
  'membership.workspace_id, membership.user_id, membership.role, membership.team_id, membership.team_removed_at';

const REMOVE = statement<Place>(
  { workspace_id: 'uuid', user_id: 'uuid', role: 'text', team_id: 'uuid?', team_removed_at: 'timestamptz?' },
  `
  DELETE FROM memberships membership USING (${DUE}) due
   WHERE membership.workspace_id = due.workspace_id AND membership.user_id = due.user_id
     AND NOT due.is_mapped AND NOT due.is_manual
  RETURNING ${SHOWN}`,
);

const UPDATE = statement<Place>(
  { workspace_id: 'uuid', user_id: 'uuid', role: 'text', team_id: 'uuid?', team_removed_at: 'timestamptz?' },
  `
  UPDATE memberships membership SET role = due.role, team_id = due.team_id, team_removed_at = due.team_removed_at
    FROM (${DUE}) due
   WHERE membership.workspace_id = due.workspace_id AND membership.user_id = due.user_id
     AND (membership.role, membership.team_id, membership.team_removed_at)
         IS DISTINCT FROM (due.role, due.team_id, due.team_removed_at)
  RETURNING ${SHOWN}`,
);

const INSERT = statement<Place>(
  { workspace_id: 'uuid', user_id: 'uuid', role: 'text', team_id: 'uuid?', team_removed_at: 'timestamptz?' },
  `
  INSERT INTO memberships AS membership (organization_id, workspace_id, user_id, role, team_id)
  SELECT $1, workspace_id, user_id, role, team_id FROM (${MAPPED}) mapped
   WHERE NOT EXISTS (SELECT FROM memberships present
                      WHERE present.workspace_id = mapped.workspace_id AND present.user_id = mapped.user_id)
  RETURNING ${SHOWN}`,
);

const END_PATS = command(`
   DELETE FROM credentials USING unnest($2::uuid[], $3::uuid[]) AS gone (workspace_id, user_id)
    WHERE organization_id = $1 AND kind = 'pat'
      AND credentials.workspace_id = gone.workspace_id AND credentials.user_id = gone.user_id`);

/**
 * Brings the memberships of people up to date with the groups they are in, the mappings, and what persons gave, in a
 * number of statements that does not depend on how many people they are. A person who loses a membership loses its
 * PATs. The audit trail gets one entry for each workspace. The caller has locked the tenant.
 */
export async function applyScimMappings(
  { manager, log }: ChangeScope,
  organizationId: string,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  const people = [organizationId, userIds];
  const removed = await REMOVE.rows(manager, people);
  const given = [...(await UPDATE.rows(manager, people)), ...(await INSERT.rows(manager, people))];
  if (removed.length > 0) {
    const [workspaces, users] = [removed.map((place) => place.workspace_id), removed.map((place) => place.user_id)];
    await END_PATS.run(manager, [organizationId, workspaces, users]);
  }
  for (const workspaceId of new Set([...given, ...removed].map((place) => place.workspace_id))) {
    const isHere = (place: Place): boolean => place.workspace_id === workspaceId;
    const [gone, there] = [removed.filter(isHere), given.filter(isHere)];
    log.record(
      {
        organizationId,
        action: 'workspace.change_memberships',
        targetType: 'workspace',
        targetId: workspaceId,
        before: { removed: gone.map(report) },
        after: { given: there.map(report) },
      },
      ...[...gone, ...there].map(({ user_id: userId }) => `user:${userId}` as const),
    );
  }
}

function report({ user_id: userId, role, team_id: teamId, team_removed_at: teamRemovedAt }: Place): object {
  return { userId, role, teamId, ...(teamRemovedAt === null ? {} : { teamRemovedAt }) };
}

/** Records that people were removed from a team: memberships that a person attributed to it have lost theirs. */
export async function loseTeam(
  { manager }: ChangeScope,
  organizationId: string,
  teamId: string,
  userIds: readonly string[],
): Promise<void> {
  await manager
    .createQueryBuilder()
    .update(MembershipEntity)
    .set({ manualTeamId: null, manualTeamRemovedAt: new Date() })
    .where('organization_id = :organizationId AND manual_team_id = :teamId', { organizationId, teamId })
    .andWhere('user_id = ANY (:userIds::uuid[])', { userIds })
    .execute();
}
