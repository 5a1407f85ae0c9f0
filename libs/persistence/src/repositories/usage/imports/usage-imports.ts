import { createHash } from 'node:crypto';
import type { Access } from '../../../connection/connection.js';
import { codeOfFailure } from '../../../connection/translate-error.js';
import { NotFoundError } from '../../../database-error.js';
import { isId, newId } from '../../../ids/new-id.js';
import type {
  CompletedImport,
  ImportedUsage,
  OverlapChoice,
  RecordedDay,
  UsageImportRecord,
} from '../../../records/usage/usage-import.js';
import { command, statement } from '../../../statements/statement.js';
import type { ChangeScope } from '../../audited-table.js';
import { lockTenant } from '../../rows/lock-tenant.js';
import { recordChange } from '../../trail/record-change.js';

/** Imports of an organization at most, and rows of all of them. */
const MOST_IMPORTS = 500;
const MOST_ROWS = 1_000_000;

/** Hundreds of thousands of rows are removed at once. */
const SET_LIMIT = command("SET LOCAL statement_timeout = '50s'");

/**
 * Reasons for which a step of an import is rejected: too many imports or rows, a batch out of turn, an import that is complete, sums that no column holds.
 */
export type UsageImportFault = 'imports' | 'rows' | 'batch' | 'state' | 'sums';

/** A step of an import cannot be done. */
export class UsageImportRejected extends Error {
  override readonly name = 'UsageImportRejected';

  constructor(readonly fault: UsageImportFault) {
    super(`an import of usage is rejected: ${fault}`);
  }
}

/** Days that are named to whoever sends days with recorded requests. */
const MOST_NAMED_DAYS = 10;

const RECORD = {
  sql: `id, organization_id AS "organizationId", workspace_id AS "workspaceId", source, account, state, next_batch AS "nextBatch",
    row_count AS "rowCount", to_char(first_day, 'YYYY-MM-DD') AS "firstDay", to_char(last_day, 'YYYY-MM-DD') AS "lastDay",
    requests::float8 AS requests, trim_scale(cost_usd) AS "costUsd", created_by AS "createdBy", created_at AS "createdAt",
    completed_at AS "completedAt"`,
  types: {
    id: 'uuid',
    organizationId: 'uuid',
    workspaceId: 'uuid?',
    source: 'text',
    account: 'text',
    state: 'text',
    nextBatch: 'integer',
    rowCount: 'integer',
    firstDay: 'text?',
    lastDay: 'text?',
    requests: 'float8',
    costUsd: 'numeric',
    createdBy: 'text',
    createdAt: 'timestamptz',
    completedAt: 'timestamptz?',
  },
} as const;

const FIND = statement<UsageImportRecord>(
  RECORD.types,
  `SELECT ${RECORD.sql} FROM usage_imports WHERE organization_id = $1 AND id = $2`,
);
const LOCK = statement<UsageImportRecord>(
  RECORD.types,
  `SELECT ${RECORD.sql} FROM usage_imports WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
);
const LIST = statement<UsageImportRecord>(
  RECORD.types,
  `SELECT ${RECORD.sql} FROM usage_imports WHERE organization_id = $1 AND ($2::uuid[] IS NULL OR workspace_id = ANY($2))
    ORDER BY created_at DESC, id DESC LIMIT ${MOST_IMPORTS}`,
);
const REMOVE_FORGOTTEN = command(
  "DELETE FROM usage_imports WHERE organization_id = $1 AND state = 'open' AND created_at < now() - interval '1 day'",
);
const COUNT = statement(
  { imports: 'integer', rows: 'float8' },
  `SELECT count(*)::int AS imports, coalesce(sum(row_count), 0)::float8 AS rows FROM usage_imports WHERE organization_id = $1`,
);
const BEGIN = statement<UsageImportRecord>(
  RECORD.types,
  `INSERT INTO usage_imports (id, organization_id, workspace_id, source, account, state, created_by)
   VALUES ($1, $2, $3, $4, $5, 'open', $6) RETURNING ${RECORD.sql}`,
);

const PLACE = `part, at, is_day, team_id, team, credential_id, credential_name, user_id, model, provider, customer, tags`;
const COUNTS = ['requests', 'failed_requests', 'prompt_tokens', 'completion_tokens', 'cached_tokens', 'cost_usd'];

/** Rows of one place in a batch are added up before they are added to what there is. */
const ADD_ROWS = statement(
  { added: 'integer' },
  `WITH given AS (
     SELECT place, ${PLACE}, ${COUNTS.map((name) => `sum(${name}) AS ${name}`).join(', ')}
       FROM jsonb_to_recordset($4::jsonb) AS rows(place uuid, part text, at timestamptz, is_day boolean, team_id uuid, team text,
         credential_id uuid, credential_name text, user_id uuid, model text, provider text, customer text, tags jsonb,
         requests bigint, failed_requests bigint, prompt_tokens bigint, completion_tokens bigint, cached_tokens bigint, cost_usd numeric)
      GROUP BY place, ${PLACE}
   ), added AS (
     INSERT INTO usage_imported (import_id, organization_id, workspace_id, day, place, ${PLACE}, ${COUNTS.join(', ')})
     SELECT $1, $2, $3::uuid, (at AT TIME ZONE 'UTC')::date, place, ${PLACE}, ${COUNTS.join(', ')} FROM given ORDER BY place
     ON CONFLICT (import_id, place) DO UPDATE SET ${COUNTS.map((name) => `${name} = usage_imported.${name} + excluded.${name}`).join(', ')}
     RETURNING xmax = 0 AS is_new
   )
   SELECT count(*) FILTER (WHERE is_new)::int AS added FROM added`,
);
const COUNT_BATCH = command(
  'UPDATE usage_imports SET next_batch = next_batch + 1, row_count = row_count + $3 WHERE organization_id = $1 AND id = $2',
);

const FIND_SAME = statement(
  { id: 'uuid' },
  `SELECT id FROM usage_imports WHERE organization_id = $1 AND workspace_id IS NOT DISTINCT FROM $2 AND source = $3
    AND account = $4 AND digest = $5 AND state = 'complete' ORDER BY created_at DESC LIMIT 1`,
);
const REMOVE = command('DELETE FROM usage_imports WHERE organization_id = $1 AND id = $2');

/** Providers with recorded requests on days of an import. */
const RECORDED = `SELECT imported.day, imported.provider
    FROM (SELECT DISTINCT organization_id, day, provider FROM usage_imported WHERE import_id = $1) AS imported
   WHERE EXISTS (
     SELECT FROM usage_totals AS totals JOIN usage_subjects AS subjects ON subjects.id = totals.provider
      WHERE totals.organization_id = imported.organization_id AND totals.part = 4 AND NOT totals.is_month AND totals.at = imported.day
        AND totals.requests > 0 AND coalesce(subjects.provider_kind, subjects.name) = imported.provider)`;
const LIST_RECORDED = statement<RecordedDay>(
  { day: 'text', provider: 'text' },
  `SELECT to_char(day, 'YYYY-MM-DD') AS day, provider FROM (${RECORDED}) AS recorded ORDER BY day, provider LIMIT ${MOST_NAMED_DAYS}`,
);
const SKIP_RECORDED = command(
  `DELETE FROM usage_imported AS rows USING (${RECORDED}) AS recorded
    WHERE rows.import_id = $1 AND rows.day = recorded.day AND rows.provider = recorded.provider`,
);

/** Rows of earlier imports of the same account that have days of this one. */
const REPLACE = statement(
  { import_id: 'uuid' },
  `DELETE FROM usage_imported AS rows USING usage_imports AS earlier
    WHERE rows.import_id = earlier.id AND earlier.organization_id = $1 AND earlier.workspace_id IS NOT DISTINCT FROM $2
      AND earlier.source = $3 AND earlier.account = $4 AND earlier.state = 'complete'
      AND (rows.day, rows.part) IN (SELECT DISTINCT day, part FROM usage_imported WHERE import_id = $5)
   RETURNING rows.import_id`,
);
const SUM =
  command(`UPDATE usage_imports AS imports SET first_day = sums.first_day, last_day = sums.last_day, row_count = sums.row_count,
    requests = sums.requests, cost_usd = sums.cost_usd
   FROM (SELECT asked.id, min(day) AS first_day, max(day) AS last_day, count(rows.import_id)::int AS row_count,
           coalesce(sum(requests), 0) AS requests, coalesce(sum(cost_usd), 0) AS cost_usd
      FROM unnest($1::uuid[]) AS asked(id) LEFT JOIN usage_imported AS rows ON rows.import_id = asked.id GROUP BY asked.id) AS sums
  WHERE imports.id = sums.id`);
/** An import that lost days has no longer all of its files: these add something when they come again. */
const FORGET_DIGESTS = command(
  'UPDATE usage_imports SET digest = NULL WHERE organization_id = $1 AND id = ANY($2::uuid[])',
);
const REMOVE_EMPTY = command(
  "DELETE FROM usage_imports WHERE organization_id = $1 AND state = 'complete' AND row_count = 0",
);
const COMPLETE = statement<UsageImportRecord>(
  RECORD.types,
  `UPDATE usage_imports SET state = 'complete', digest = $3, completed_at = now() WHERE organization_id = $1 AND id = $2
   RETURNING ${RECORD.sql}`,
);

/** Imports of usage. Their rows are read by the queries of usage and series. */
export class UsageImportQueries {
  constructor(protected readonly access: Access) {}

  async find(organizationId: string, id: string): Promise<UsageImportRecord | undefined> {
    if (!isId(id)) return undefined;
    return (await FIND.rows(this.access, [organizationId, id]))[0];
  }

  /**
   * Lists the imports, the newest first.
   *
   * @param workspaceIds Only imports of these workspaces; undefined: all
   */
  list(organizationId: string, workspaceIds: readonly string[] | undefined): Promise<readonly UsageImportRecord[]> {
    return LIST.rows(this.access, [organizationId, workspaceIds]);
  }
}

export type NewUsageImport = Pick<UsageImportRecord, 'workspaceId' | 'source' | 'account' | 'createdBy'>;

export class UsageImportRepository extends UsageImportQueries {
  constructor(
    access: Access,
    private readonly scope: ChangeScope,
  ) {
    super(access);
  }

  /** Begins an import, and removes those that nobody went on with for a day. @throws UsageImportRejected */
  async begin(organizationId: string, { account, createdBy, source, workspaceId }: NewUsageImport) {
    const { manager } = this.scope;
    await lockTenant(manager, organizationId);
    await REMOVE_FORGOTTEN.run(manager, [organizationId]);
    const { imports, rows } = await COUNT.one(manager, [organizationId]);
    if (imports >= MOST_IMPORTS) throw new UsageImportRejected('imports');
    if (rows >= MOST_ROWS) throw new UsageImportRejected('rows');
    return BEGIN.one(manager, [newId(), organizationId, workspaceId, source, account, createdBy]);
  }

  /**
   * Adds a batch of rows. One that was added already is left alone, so that it can be sent again.
   *
   * @throws NotFoundError; UsageImportRejected
   */
  async addRows(
    organizationId: string,
    id: string,
    batch: number,
    rows: readonly ImportedUsage[],
  ): Promise<UsageImportRecord> {
    const { manager } = this.scope;
    const found = await this.lockOpen(organizationId, id);
    if (batch < found.nextBatch) return found;
    if (batch > found.nextBatch) throw new UsageImportRejected('batch');
    const counted = await COUNT.one(manager, [organizationId]);
    if (counted.rows + rows.length > MOST_ROWS) throw new UsageImportRejected('rows');
    const written = JSON.stringify(rows.map(writeRow));
    const { added } = await withinRange(ADD_ROWS.one(manager, [id, organizationId, found.workspaceId, written]));
    await COUNT_BATCH.run(manager, [organizationId, id, added]);
    return { ...found, nextBatch: batch + 1, rowCount: found.rowCount + added };
  }

  /**
   * Ends an import: it is in reports from now on. Its days replace those of earlier imports of the same source and account.
   *
   * @param digest Hash of the files and of the choices with which they were read
   * @throws NotFoundError; UsageImportRejected
   */
  async complete(organizationId: string, id: string, digest: string, overlap: OverlapChoice): Promise<CompletedImport> {
    const { manager } = this.scope;
    await SET_LIMIT.run(manager);
    await lockTenant(manager, organizationId);
    const { account, source, workspaceId } = await this.lockOpen(organizationId, id);
    const place = [organizationId, workspaceId, source, account];
    const [same] = await FIND_SAME.rows(manager, [...place, digest]);
    if (same !== undefined) {
      await REMOVE.run(manager, [organizationId, id]);
      return { outcome: 'unchanged', record: await FIND.one(manager, [organizationId, same.id]) };
    }
    const recorded = overlap === 'keep' ? [] : await LIST_RECORDED.rows(manager, [id]);
    if (recorded.length > 0 && overlap === 'reject') return { outcome: 'overlap', days: recorded };
    const skippedRows = recorded.length > 0 ? await SKIP_RECORDED.count(manager, [id]) : 0;
    const replaced = await REPLACE.rows(manager, [...place, id]);
    const losers = [...new Set(replaced.map((row) => row.import_id))];
    await FORGET_DIGESTS.run(manager, [organizationId, losers]);
    await withinRange(SUM.run(manager, [[id, ...losers]]));
    await REMOVE_EMPTY.run(manager, [organizationId]);
    const record = await COMPLETE.one(manager, [organizationId, id, digest]);
    recordChange(this.scope, 'usage_import.create', { organizationId }, nameOf(record), null, toldOf(record));
    return { outcome: 'complete', record, replacedRows: replaced.length, skippedRows };
  }

  /** Removes an import with its rows. @throws NotFoundError */
  async remove(organizationId: string, id: string): Promise<void> {
    const { manager } = this.scope;
    await SET_LIMIT.run(manager);
    const [record] = isId(id) ? await LOCK.rows(manager, [organizationId, id]) : [];
    if (record === undefined) throw new NotFoundError('usage_import');
    await REMOVE.run(manager, [organizationId, id]);
    recordChange(this.scope, 'usage_import.remove', { organizationId }, nameOf(record), toldOf(record), null);
  }

  private async lockOpen(organizationId: string, id: string): Promise<UsageImportRecord> {
    const [found] = isId(id) ? await LOCK.rows(this.scope.manager, [organizationId, id]) : [];
    if (found === undefined) throw new NotFoundError('usage_import');
    if (found.state !== 'open') throw new UsageImportRejected('state');
    return found;
  }
}

/** PostgreSQL's code for a number that its type does not hold. */
const OUT_OF_RANGE = '22003';

/** Waits for a statement that adds up. @throws UsageImportRejected for a sum that is too large */
async function withinRange<Result>(adding: Promise<Result>): Promise<Result> {
  try {
    return await adding;
  } catch (error) {
    throw codeOfFailure(error) === OUT_OF_RANGE ? new UsageImportRejected('sums') : error;
  }
}

function nameOf({ account, id, source }: UsageImportRecord) {
  return { id, name: account === '' ? source : `${source} ${account}` };
}

function toldOf({ account, costUsd, firstDay, lastDay, requests, rowCount, source, workspaceId }: UsageImportRecord) {
  return { source, account, workspaceId, firstDay, lastDay, rowCount, requests, costUsd };
}

/** Row as the statement reads it. Its place is a hash: names are long, and an index holds short keys. */
function writeRow({ at, costUsd, ...row }: ImportedUsage): object {
  const place = [row.part, at, row.isDay, row.teamId, row.team, row.credentialId, row.credentialName, row.userId];
  const rest = [row.model, row.provider, row.customer, row.tags && Object.entries(row.tags).toSorted()];
  const hash = createHash('sha256')
    .update(JSON.stringify([place, rest]))
    .digest('hex');
  return {
    place: [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-'),
    part: row.part,
    at,
    is_day: row.isDay,
    team_id: row.teamId,
    team: row.team,
    credential_id: row.credentialId,
    credential_name: row.credentialName,
    user_id: row.userId,
    model: row.model,
    provider: row.provider,
    customer: row.customer,
    tags: row.tags,
    requests: row.requests,
    failed_requests: row.failedRequests,
    prompt_tokens: row.promptTokens,
    completion_tokens: row.completionTokens,
    cached_tokens: row.cachedTokens,
    cost_usd: costUsd,
  };
}
