import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Losing a team never widens access: an open invitation remembers that its team was removed, as a membership does. People who left a
 * team that their membership still names, keys whose owner left the team or is not active, and PATs whose person's access
 * has ended, are put right.
 */
const STATEMENTS = [
  `ALTER TABLE invites ADD COLUMN team_removed_at timestamptz`,
  `UPDATE memberships SET team_id = NULL, team_removed_at = now(), manual_team_id = NULL, manual_team_removed_at = now()
    WHERE team_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM team_members
       WHERE team_members.team_id = memberships.team_id AND team_members.user_id = memberships.user_id)`,
  `UPDATE credentials SET disabled = true, updated_at = now()
    WHERE kind = 'api_key' AND user_id IS NOT NULL AND NOT disabled AND NOT EXISTS (
      SELECT 1 FROM team_members JOIN users ON users.id = team_members.user_id
       WHERE team_members.team_id = credentials.team_id AND team_members.user_id = credentials.user_id AND users.active)`,
  `DELETE FROM credentials USING users
    WHERE credentials.kind = 'pat' AND users.id = credentials.user_id AND (NOT users.active OR (
      users.role = 'org_member' AND NOT EXISTS (
        SELECT 1 FROM memberships
         WHERE memberships.workspace_id = credentials.workspace_id AND memberships.user_id = credentials.user_id)))`,
];

export class AccessRulings implements MigrationInterface {
  readonly name = 'AccessRulings1795353600000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
