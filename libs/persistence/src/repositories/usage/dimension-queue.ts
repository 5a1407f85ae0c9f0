import type { OpenAccess } from '../../connection/connection.js';
import {
  PLACE_OF_ROW,
  SCOPES_OF_ROW,
  SCOPES_PLACE,
} from '../../migrations/usage-dimension-scopes/usage-dimension-scopes-tables.js';
import { TOTALS_OF_ROW, TOTALS_PLACE } from '../../migrations/usage-dimension-totals/usage-dimension-totals-tables.js';
import { inBatches } from '../../statements/in-batches.js';
import { statement } from '../../statements/statement.js';
import { USAGE_SUMS } from './usage-statement.js';

const PLACE = 'organization_id, kind, name, day, value, workspace_id, team_id, team';
const SUMS = USAGE_SUMS.join(', ');
const SUMMED = USAGE_SUMS.map((name) => `sum(${name})`).join(', ');
const added = (table: string): string =>
  USAGE_SUMS.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ');

/** Rows in one statement. */
const BATCH = 20_000;

/** Rows are added in the order of their keys, so that two who do so at once wait for each other and never deadlock. */
const ADD_QUEUED = statement(
  { taken: 'integer' },
  `WITH taken AS (
     DELETE FROM usage_dimension_queue
      WHERE ctid = ANY(ARRAY(SELECT ctid FROM usage_dimension_queue LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
     RETURNING ${PLACE}, ${SUMS}
   ), dimensions AS (
     INSERT INTO usage_dimensions (${PLACE}, ${SUMS})
     SELECT ${PLACE}, ${SUMMED} FROM taken GROUP BY ${PLACE} ORDER BY ${PLACE}
     ON CONFLICT (${PLACE}) DO UPDATE SET ${added('usage_dimensions')}
   ), totals AS (
     INSERT INTO usage_dimension_totals (${TOTALS_PLACE}, ${SUMS})
     SELECT organization_id, kind, name, place.part, place.of_value, place.at, ${SUMMED}
       FROM taken CROSS JOIN LATERAL ${TOTALS_OF_ROW}
      GROUP BY 1, 2, 3, 4, 5, 6
      ORDER BY 1, 2, 3, 4, 5, 6
     ON CONFLICT (${TOTALS_PLACE}) DO UPDATE SET ${added('usage_dimension_totals')}
   ), scopes AS (
     INSERT INTO usage_dimension_scopes (${SCOPES_PLACE}, ${SUMS})
     SELECT ${PLACE_OF_ROW}, ${SUMMED}
       FROM taken CROSS JOIN LATERAL ${SCOPES_OF_ROW}
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
      ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
     ON CONFLICT (${SCOPES_PLACE}) DO UPDATE SET ${added('usage_dimension_scopes')}
   ) SELECT count(*)::int AS taken FROM taken`,
);

/** Adds the queued sums of new records to those of days and months, in small transactions. Resolves to the number of rows that were queued. */
export function addQueuedDimensions(access: OpenAccess, isStopped: () => boolean): Promise<number> {
  return inBatches(BATCH, isStopped, async () => {
    const { taken } = await access.transaction((manager) => ADD_QUEUED.one(manager));
    return taken;
  });
}
