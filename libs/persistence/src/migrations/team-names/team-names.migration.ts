import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Twin {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
}

/** The team of gateway.yaml keeps its name if others differ from it by case alone; without one, the oldest keeps it. */
const TWINS = `
  SELECT id, organization_id, name
    FROM (SELECT id, organization_id, name,
                 row_number() OVER (PARTITION BY organization_id, lower(name) ORDER BY source = 'config' DESC, id) AS place
            FROM teams) AS ranked
   WHERE place > 1`;

const RENAME = 'UPDATE teams SET name = $2, revision = revision + 1, updated_at = now() WHERE id = $1';

/** Policies name teams by their names. */
const RENAME_IN_POLICIES = `
  UPDATE policies
     SET updated_at = now(), definition = jsonb_set(definition, '{teams}', (
           SELECT jsonb_agg(CASE WHEN team = to_jsonb($2::text) THEN to_jsonb($3::text) ELSE team END)
             FROM jsonb_array_elements(definition -> 'teams') AS team))
   WHERE organization_id = $1 AND jsonb_typeof(definition -> 'teams') = 'array'
     AND definition -> 'teams' @> jsonb_build_array($2::text)`;

/** The longest prefix that leaves room for the end of an id, in characters. */
const LONGEST_PREFIX = 110;

/** Names of teams are unique in an organization regardless of case. The others of a name get the end of their id appended. */
export class TeamNames implements MigrationInterface {
  readonly name = 'TeamNames1795383600000';

  async up(runner: QueryRunner): Promise<void> {
    for (const { id, organization_id: organizationId, name } of (await runner.query(TWINS)) as Twin[]) {
      const newName = `${name.slice(0, LONGEST_PREFIX)}-${id.slice(-12)}`;
      await runner.query(RENAME, [id, newName]);
      await runner.query(RENAME_IN_POLICIES, [organizationId, name, newName]);
    }
    await runner.query('ALTER TABLE teams DROP CONSTRAINT uq_teams__name');
    await runner.query('CREATE UNIQUE INDEX uq_teams__name ON teams (organization_id, lower(name))');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
