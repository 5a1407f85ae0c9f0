import type { OpenAccess } from '../../connection/connection.js';
import { PLACE_OF_ROW, SCOPES_OF_ROW } from '../../migrations/usage-dimension-scopes/usage-dimension-scopes-tables.js';
import { TOTALS_OF_ROW } from '../../migrations/usage-dimension-totals/usage-dimension-totals-tables.js';
import { inBatches } from '../../statements/in-batches.js';
import { command, statement } from '../../statements/statement.js';
import { USAGE_SUMS } from './usage-statement.js';

/** Rows in one statement that removes old ones. */
const BATCH = 5_000;

const SUMMED = USAGE_SUMS.map((name) => `sum(${name}) AS ${name}`).join(', ');
const subtracted = (table: string, lost: string): string =>
  USAGE_SUMS.map((name) => `${name} = ${table}.${name} - ${lost}.${name}`).join(', ');

/** Sums of removed rows are taken from those of their days and months, of which some are nothing then. */
const REMOVE_SESSIONS_BEFORE = statement(
  { removed: 'integer', emptied: 'text[]?', emptiedScopes: 'text[]?' },
  `WITH removed AS (
     DELETE FROM usage_dimensions WHERE ctid = ANY(ARRAY(SELECT ctid FROM usage_dimensions
      WHERE kind = 'session' AND day < $1 LIMIT ${BATCH})) RETURNING *
   ), lost AS (
     SELECT organization_id, kind, name, place.part, place.of_value, place.at, ${SUMMED}
       FROM removed CROSS JOIN LATERAL ${TOTALS_OF_ROW} GROUP BY 1, 2, 3, 4, 5, 6
   ), lost_of_scopes (organization_id, kind, name, part, value, workspace_id, team, at, ${USAGE_SUMS.join(', ')}) AS (
     SELECT ${PLACE_OF_ROW}, ${SUMMED} FROM removed CROSS JOIN LATERAL ${SCOPES_OF_ROW} GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
   ), changed AS (
     UPDATE usage_dimension_totals AS totals SET ${subtracted('totals', 'lost')}
       FROM lost
      WHERE totals.organization_id = lost.organization_id AND totals.kind = lost.kind AND totals.name = lost.name
        AND totals.part = lost.part AND totals.value = lost.of_value AND totals.at = lost.at
     RETURNING totals.ctid, totals.requests
   ), changed_scopes AS (
     UPDATE usage_dimension_scopes AS scopes SET ${subtracted('scopes', 'lost_of_scopes')}
       FROM lost_of_scopes
      WHERE scopes.organization_id = lost_of_scopes.organization_id AND scopes.kind = lost_of_scopes.kind
        AND scopes.name = lost_of_scopes.name AND scopes.part = lost_of_scopes.part AND scopes.value = lost_of_scopes.value
        AND scopes.workspace_id IS NOT DISTINCT FROM lost_of_scopes.workspace_id
        AND scopes.team = lost_of_scopes.team AND scopes.at = lost_of_scopes.at
     RETURNING scopes.ctid, scopes.requests
   )
   SELECT (SELECT count(*)::int FROM removed) AS removed,
          (SELECT array_agg(ctid::text) FROM changed WHERE requests = 0) AS emptied,
          (SELECT array_agg(ctid::text) FROM changed_scopes WHERE requests = 0) AS "emptiedScopes"`,
);
/** In the transaction that emptied them, and so locks them. */
const REMOVE_EMPTIED = command('DELETE FROM usage_dimension_totals WHERE ctid = ANY($1::text[]::tid[])');
const REMOVE_EMPTIED_SCOPES = command('DELETE FROM usage_dimension_scopes WHERE ctid = ANY($1::text[]::tid[])');

/** Removes the sums of sessions of days before a moment, in small transactions. Resolves to the number of rows. */
export function removeSessionsBefore(access: OpenAccess, before: Date, isStopped: () => boolean): Promise<number> {
  const day = before.toISOString().slice(0, 10);
  return inBatches(BATCH, isStopped, () =>
    access.transaction(async (manager) => {
      const { emptied, emptiedScopes, removed } = await REMOVE_SESSIONS_BEFORE.one(manager, [day]);
      if (emptied !== null) await REMOVE_EMPTIED.run(manager, [emptied]);
      if (emptiedScopes !== null) await REMOVE_EMPTIED_SCOPES.run(manager, [emptiedScopes]);
      return removed;
    }),
  );
}
