import { SUM_DIMENSIONS, SUM_SCOPES } from '@multilane/persistence';
import type { PostgresMeter } from '../costs/postgres-meter.js';
import { daysBefore } from '../fill-requests.js';
import { RECORDED_DAYS, type Size, sqlId } from './size.js';

const CLIENTS = 12;
const TAG_VALUES = 10_000;
const REQUESTS_OF_A_SESSION = 50;
const TEAMS_OF_A_TAG_VALUE = 20;

/** A number from 0 to 1 that looks random, by the number `n` of a request. */
const draw = (salt: number): string => `((hashint8(n * 31 + ${salt})::bigint & 2147483647) / 2147483648.0)`;

/** A number below `count` that `value` always has. */
const numberOf = (value: string, count: number): string => `((hashtext(${value}) & 2147483647) % ${count})`;

interface Filled {
  readonly kind: 'customer' | 'client' | 'session' | 'tag';
  readonly name: string;
  readonly value: string;
  readonly team: string;
}

/** Some customers and values ask much more often than others. Programs are used by all teams, and each value of a tag by some of them. */
const describeDimensions = ({ customers, teams }: Size): readonly Filled[] => [
  {
    kind: 'customer',
    name: '',
    value: `'customer-' || floor(${customers} * power(${draw(1)}, 3))::int`,
    team: numberOf('value', teams),
  },
  { kind: 'session', name: '', value: `'session-' || n / ${REQUESTS_OF_A_SESSION}`, team: numberOf('value', teams) },
  {
    kind: 'client',
    name: '',
    value: `'client-' || floor(${CLIENTS} * power(${draw(2)}, 2))::int`,
    team: `floor(${teams} * ${draw(5)})::int`,
  },
  {
    kind: 'tag',
    name: 'feature',
    value: `'feature-' || floor(${TAG_VALUES} * power(${draw(3)}, 2))::int`,
    team: `(${numberOf('value', teams)} + floor(${TEAMS_OF_A_TAG_VALUE} * ${draw(5)})::int) % ${teams}`,
  },
];

const TABLES = ['usage_dimensions', 'usage_dimension_totals', 'usage_dimension_scopes'];

/** Fills the sums by tag, customer, client and session for as many requests as there are records. Indexes are made afterwards, which is faster. */
export async function fillDimensions(sql: PostgresMeter['sql'], organizationId: string, size: Size): Promise<void> {
  const indexes = await sql<{ name: string; definition: string }>(
    'SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename = ANY($1)',
    [TABLES],
  );
  for (const { name } of indexes) await sql(`DROP INDEX ${name}`);
  const today = `DATE '${daysBefore(0).toISOString().slice(0, 10)}'`;
  const workspace = `(team::bigint * ${size.workspaces} / ${size.teams})`;
  for (const { kind, name, value, team } of describeDimensions(size)) {
    await sql(`INSERT INTO usage_dimensions (organization_id, kind, name, day, value, workspace_id, team_id, team, requests,
        refused_requests, failed_requests, cancelled_requests, prompt_tokens, completion_tokens, total_tokens, cached_tokens,
        reasoning_tokens, cost_usd, images, characters, audio_seconds)
      SELECT '${organizationId}', '${kind}', '${name}', day, value, ${sqlId('workspaces', workspace)}, ${sqlId('teams', 'team')},
             'team-' || team, count(*), 0, 0, 0, sum(1200), sum(300), sum(1500), 0, 0, sum(0.0001 * (100 + n % 97)), 0, 0, 0
        FROM (SELECT n, value, ${team} AS team, ${today} - (n * ${RECORDED_DAYS} / ${size.records + 1})::int AS day
                FROM (SELECT n, ${value} AS value FROM generate_series(1::bigint, ${size.records}) AS n) AS named) AS requests
       GROUP BY day, value, team`);
  }
  await sql(SUM_DIMENSIONS);
  await sql(SUM_SCOPES);
  for (const { definition } of indexes) await sql(definition);
  for (const table of TABLES) await sql(`VACUUM ANALYZE ${table}`);
}
