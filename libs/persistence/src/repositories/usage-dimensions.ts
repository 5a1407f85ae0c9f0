import type { OpenAccess } from '../connection/connection.js';
import { codeOfFailure } from '../connection/translate-error.js';
import { ReadTooLargeError } from '../database-error.js';
import type { AuditScope } from '../records/audit.js';
import type { DimensionUsageRow, UsageDimension } from '../records/usage-dimension.js';
import { Conditions } from './conditions.js';

export interface DimensionUsageRequest extends AuditScope {
  readonly dimension: UsageDimension;
  /** Only usage of this value. */
  readonly value?: string | undefined;
  /** The first day, `2026-11-21`, in UTC. */
  readonly fromDay: string;
  /** The last day, included. */
  readonly toDay: string;
  readonly isByDay: boolean;
  /** The id of a team, or the name of one that has none. */
  readonly team?: string | undefined;
  readonly limit: number;
  /** Rows to leave out at the beginning. */
  readonly offset: number;
}

/** `query_canceled`: the server ended a statement at its time limit. */
const GIVEN_UP = '57014';

const SETTINGS_OF_A_READ = "SET LOCAL work_mem = '64MB'; SET LOCAL jit = off";

const SHOWN = Object.entries({
  requests: 'requests',
  refusedRequests: 'refused_requests',
  failedRequests: 'failed_requests',
  cancelledRequests: 'cancelled_requests',
  promptTokens: 'prompt_tokens',
  completionTokens: 'completion_tokens',
  totalTokens: 'total_tokens',
  cachedTokens: 'cached_tokens',
  reasoningTokens: 'reasoning_tokens',
  costUsd: 'cost_usd',
  images: 'images',
  characters: 'characters',
  audioSeconds: 'audio_seconds',
})
  .map(([name, column]) => `coalesce(sum(${column}), 0)::float8 AS "${name}"`)
  .join(', ');

/** Rows in one statement that removes old ones. */
const BATCH = 5_000;

/** Usage by what requests say about themselves, from the sums of each day. */
export class UsageDimensionQueries {
  constructor(private readonly access: OpenAccess) {}

  /**
   * One row for each value, by what was spent; by day, the latest day first. Requests without the dimension are in no row.
   *
   * @throws ReadTooLargeError if the server takes too long
   */
  async list(organizationId: string, request: DimensionUsageRequest): Promise<readonly DimensionUsageRow[]> {
    const { dimension, isByDay, limit, offset, workspaceIds } = request;
    if (workspaceIds?.length === 0) return [];
    const conditions = new Conditions()
      .add('organization_id = ?', organizationId)
      .add('kind = ?', dimension.kind)
      .add('name = ?', dimension.kind === 'tag' ? dimension.name : '')
      .add('value = ?', request.value)
      .add('day >= ?', request.fromDay)
      .add('day <= ?', request.toDay)
      .add('workspace_id = ANY(?)', workspaceIds)
      .add('coalesce(team_id::text, team) = ?', request.teamId)
      .add('coalesce(team_id::text, team) = ?', request.team);
    const day = isByDay ? "to_char(day, 'YYYY-MM-DD')" : 'NULL';
    const order = isByDay ? 'day DESC, ' : '';
    const text = `SELECT ${day} AS "shownDay", value, ${SHOWN} FROM usage_dimensions WHERE ${conditions.text}
      GROUP BY ${isByDay ? 'day, ' : ''}value ORDER BY ${order}sum(cost_usd) DESC, sum(requests) DESC, value
      LIMIT ${limit} OFFSET ${offset}`;
    return this.access.transaction(async (manager) => {
      await manager.query(SETTINGS_OF_A_READ);
      const rows = await manager
        .query<(Omit<DimensionUsageRow, 'day'> & { readonly shownDay: string | null })[]>(text, conditions.values)
        .catch((error: unknown) => {
          throw codeOfFailure(error) === GIVEN_UP ? new ReadTooLargeError(error) : error;
        });
      return rows.map(({ shownDay, ...row }) => ({ ...row, day: shownDay }));
    });
  }

  /** Removes the sums of sessions of days before a moment, in small transactions. Resolves to the number of rows. */
  async removeSessionsBefore(before: Date, isStopped: () => boolean = () => false): Promise<number> {
    let removed = 0;
    for (let last = BATCH; last === BATCH && !isStopped(); removed += last) {
      const [row] = await this.access.transaction((manager) =>
        manager.query<{ removed: number }[]>(
          `WITH removed AS (DELETE FROM usage_dimensions WHERE ctid = ANY(ARRAY(SELECT ctid FROM usage_dimensions
              WHERE kind = 'session' AND day < $1 LIMIT ${BATCH})) RETURNING 1)
           SELECT count(*)::int AS removed FROM removed`,
          [before.toISOString().slice(0, 10)],
        ),
      );
      last = row?.removed ?? 0;
    }
    return removed;
  }
}
