import { type Sql, sqlWithin } from '../connection/connection.js';
import { isId } from '../ids/new-id.js';
import type {
  BatchCount,
  BatchEnd,
  BatchHold,
  BatchRecord,
  BatchStatus,
  BatchToRun,
  NewBatch,
} from '../records/batch.js';
import type { ObjectOwner } from '../repositories/provider-objects.js';
import { command, statement } from '../statements/statement.js';
import { batches } from '../tables/background.js';
import { columnsOf } from '../tables/table.js';
import { SealedStore } from './sealed-store.js';

/** An owner has as many batches that have not ended as it may have. */
export class TooManyBatches extends Error {
  override readonly name = 'TooManyBatches';
}

const OPEN = "status IN ('validating', 'in_progress', 'finalizing', 'cancelling')";
const COLUMNS = columnsOf(batches, '', 'identity', 'fence', 'providerModel', 'providerBatch');
const RUN_COLUMNS = columnsOf(batches, '');

type Within = (sql: Sql) => Promise<unknown>;
type Row<Record> = Omit<Record, 'details'> & { readonly detailsSealed: string };

const TAKE_TURN = command('SELECT pg_advisory_xact_lock(hashtextextended($1, 7246113554))');
const COUNT_OPEN = statement(
  { open: 'integer' },
  `SELECT count(*)::int AS open FROM batches WHERE organization_id = $1 AND owner = $2 AND ${OPEN}`,
);
const CREATE = statement<Row<BatchRecord>>(
  COLUMNS.types,
  `INSERT INTO batches (id, organization_id, owner, endpoint, input_file_id, identity, details_sealed, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${COLUMNS.sql}`,
);
const FIND = statement<Row<BatchRecord>>(
  COLUMNS.types,
  `SELECT ${COLUMNS.sql} FROM batches WHERE organization_id = $1 AND owner = $2 AND id = $3`,
);
const LIST = statement<Row<BatchRecord>>(
  COLUMNS.types,
  `SELECT ${COLUMNS.sql} FROM batches
   WHERE organization_id = $1 AND owner = $2 AND ($3::uuid IS NULL OR id < $3) ORDER BY id DESC LIMIT $4`,
);
const CANCEL = command(`UPDATE batches SET status = 'cancelling', cancelling_at = now()
   WHERE organization_id = $1 AND owner = $2 AND id = $3 AND status IN ('validating', 'in_progress')`);
const READ_PROGRESS = statement(
  { progress: 'text' },
  `SELECT concat(status, ' ', provider_batch, ' ', (SELECT count(*) FROM batch_lines
   WHERE batch_id = $1 AND status IN ('completed', 'failed'))) AS progress FROM batches WHERE id = $1`,
);
const TAKE = statement<Row<BatchToRun>>(
  RUN_COLUMNS.types,
  `WITH claimed AS (UPDATE batches SET fence = fence + 1 WHERE id = $1 AND ${OPEN} RETURNING *)
   SELECT ${RUN_COLUMNS.sql} FROM claimed`,
);
const BEGIN =
  command(`UPDATE batches SET status = 'in_progress', in_progress_at = now(), total_lines = $3, model = $4, provider_model = $5
   WHERE id = $1 AND fence = $2 AND status = 'validating'`);
const NOTE_PROVIDER_BATCH = command('UPDATE batches SET provider_batch = $3 WHERE id = $1 AND fence = $2');
const LEAVE_PROVIDER = command(
  'UPDATE batches SET provider_model = NULL, provider_batch = NULL WHERE id = $1 AND fence = $2',
);
const COUNT = statement<{ status: BatchStatus }>(
  { status: 'text' },
  `WITH counted AS (
     SELECT count(*) FILTER (WHERE status = 'completed')::int AS completed,
            count(*) FILTER (WHERE status = 'failed')::int AS failed,
            coalesce(sum(prompt_tokens), 0) AS prompt, coalesce(sum(cached_tokens), 0) AS cached,
            coalesce(sum(completion_tokens), 0) AS completion, coalesce(sum(reasoning_tokens), 0) AS reasoning
       FROM batch_lines WHERE batch_id = $1
   ), changed AS (
     UPDATE batches SET completed_lines = counted.completed, failed_lines = counted.failed,
            prompt_tokens = counted.prompt, cached_tokens = counted.cached, completion_tokens = counted.completion,
            reasoning_tokens = counted.reasoning
       FROM counted WHERE batches.id = $1 AND batches.fence = $2 RETURNING batches.status
   )
   SELECT status FROM changed`,
);
const NOTE_PROGRESS = statement<{ status: BatchStatus }>(
  { status: 'text' },
  `WITH changed AS (UPDATE batches SET completed_lines = $3, failed_lines = $4 WHERE id = $1 AND fence = $2 RETURNING status)
   SELECT status FROM changed`,
);
const FINALIZE =
  command(`UPDATE batches SET finalizing_at = coalesce(finalizing_at, now()), status = CASE WHEN status = 'in_progress' THEN 'finalizing' ELSE status END
   WHERE id = $1 AND fence = $2 AND ${OPEN}`);
const FINISH = statement<Row<BatchRecord>>(
  COLUMNS.types,
  `UPDATE batches SET status = $3, errors = $4, output_file_id = $5, error_file_id = $6, ended_at = now()
   WHERE id = $1 AND fence = $2 AND ${OPEN} RETURNING ${COLUMNS.sql}`,
);
const REMOVE_LINES = command('DELETE FROM batch_lines WHERE batch_id = $1');
const COUNT_BY_STATUS = statement<BatchCount>(
  { status: 'text', batches: 'integer' },
  `SELECT status, count(*)::int AS batches FROM batches WHERE ${OPEN} GROUP BY status`,
);
const FIND_STALE = statement({ id: 'uuid' }, `SELECT id FROM batches WHERE ${OPEN} AND expires_at < $1 LIMIT 20`);
const REMOVE_ENDED = command(
  'DELETE FROM batches WHERE id IN (SELECT id FROM batches WHERE ended_at < $1 ORDER BY ended_at LIMIT 200)',
);

/** Batches of requests. Every write of a worker names its fence: one that is an older worker's changes nothing. */
export class BatchStore extends SealedStore {
  protected readonly contents = 'batches';

  /**
   * Stores a batch, with whatever `within` does in the same transaction.
   *
   * @throws TooManyBatches where the owner has `maxOpen` batches that have not ended
   */
  async create(batch: NewBatch, maxOpen: number, within: Within): Promise<BatchRecord> {
    const { details, endpoint, expiresAt, id, identity, inputFileId, organizationId, owner } = batch;
    const sealed = this.boxOrThrow().seal(details, detailsOf(id));
    return this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      // One at a time for each owner, so that the count holds.
      await TAKE_TURN.run(sql, [owner]);
      const { open } = await COUNT_OPEN.one(sql, [organizationId, owner]);
      if (open >= maxOpen) throw new TooManyBatches();
      const made = await CREATE.one(sql, [
        id,
        organizationId,
        owner,
        endpoint,
        inputFileId,
        JSON.stringify(identity),
        sealed,
        expiresAt,
      ]);
      await within(sql);
      return this.read<BatchRecord>(made);
    });
  }

  /** A batch of that owner. Another owner's is not found, nor is what is no id. */
  async find({ organizationId, owner }: ObjectOwner, id: string): Promise<BatchRecord | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await FIND.rows(this.access, [organizationId, owner, id]);
    return row && this.read<BatchRecord>(row);
  }

  /** Newest first, older than `after`. */
  async list(
    { organizationId, owner }: ObjectOwner,
    { after, limit }: { after?: string | undefined; limit: number },
  ): Promise<BatchRecord[]> {
    const rows = await LIST.rows(this.access, [organizationId, owner, after ?? null, limit]);
    return rows.map((row) => this.read<BatchRecord>(row));
  }

  /** Lines that have not begun never run. False where the batch has ended, is ending, or is another's. */
  async cancel({ organizationId, owner }: ObjectOwner, id: string): Promise<boolean> {
    if (!isId(id)) return false;
    return CANCEL.matches(this.access, [organizationId, owner, id]);
  }

  /** Reads the progress of a batch as a text that changes with it. */
  async readProgress(id: string): Promise<string> {
    const [row] = await READ_PROGRESS.rows(this.access, [id]);
    return row?.progress ?? '';
  }

  /** Gives a batch that has not ended to a worker, whoever had it. Undefined where it has ended. */
  async take(id: string): Promise<BatchToRun | undefined> {
    const rows = await TAKE.rows(this.access, [id]);
    return rows[0] && this.read<BatchToRun>(rows[0]);
  }

  /** The batch has so many lines, all of which may run. False where it is another's, or was cancelled. */
  begin(
    { fence, id }: BatchHold,
    { model, providerModel, totalLines }: Pick<BatchToRun, 'model' | 'providerModel' | 'totalLines'>,
  ): Promise<boolean> {
    return BEGIN.matches(this.access, [id, fence, totalLines, model, providerModel]);
  }

  /**
   * Notes the provider's own id of a batch: null before it is started there, and empty while it is. False where the batch is
   * another's.
   */
  noteProviderBatch({ fence, id }: BatchHold, providerBatch: string | null): Promise<boolean> {
    return NOTE_PROVIDER_BATCH.matches(this.access, [id, fence, providerBatch]);
  }

  /** The provider does not run the batch: its lines are run one by one. */
  leaveProvider({ fence, id }: BatchHold): Promise<boolean> {
    return LEAVE_PROVIDER.matches(this.access, [id, fence]);
  }

  /** Counts what has ended; resolves to the status of the batch, or undefined where it is another's. */
  async count({ fence, id }: BatchHold): Promise<BatchStatus | undefined> {
    const [row] = await COUNT.rows(this.access, [id, fence]);
    return row?.status;
  }

  /** Stores the progress that the provider reports of a batch. */
  async noteProgress({ fence, id }: BatchHold, completed: number, failed: number): Promise<BatchStatus | undefined> {
    const [row] = await NOTE_PROGRESS.rows(this.access, [id, fence, completed, failed]);
    return row?.status;
  }

  /** Its results are being written. */
  finalize({ fence, id }: BatchHold): Promise<boolean> {
    return FINALIZE.matches(this.access, [id, fence]);
  }

  /** Ends a batch, once, and removes its lines, with whatever `within` does in the same transaction. Undefined: it is another's. */
  async finish(
    { fence, id }: BatchHold,
    end: {
      readonly status: BatchEnd;
      readonly errors?: string | undefined;
      readonly outputFileId?: string | undefined;
      readonly errorFileId?: string | undefined;
    },
    within: (sql: Sql, ended: BatchRecord) => Promise<unknown>,
  ): Promise<BatchRecord | undefined> {
    return this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      const rows = await FINISH.rows(sql, [
        id,
        fence,
        end.status,
        end.errors ?? null,
        end.outputFileId ?? null,
        end.errorFileId ?? null,
      ]);
      const row = rows[0];
      if (row === undefined) return undefined;
      await REMOVE_LINES.run(sql, [id]);
      const ended = this.read<BatchRecord>(row);
      await within(sql, ended);
      return ended;
    });
  }

  /** Counts the batches that have not ended, by status. */
  countOpen(): Promise<BatchCount[]> {
    return COUNT_BY_STATUS.rows(this.access);
  }

  /** Batches whose window is long over, and which nobody has ended. */
  async findStale(before: Date): Promise<string[]> {
    const rows = await FIND_STALE.rows(this.access, [before]);
    return rows.map(({ id }) => id);
  }

  /** Forgets batches that ended before a moment. */
  async removeEnded(before: Date): Promise<void> {
    await REMOVE_ENDED.run(this.access, [before]);
  }

  private read<Record extends BatchRecord>({ detailsSealed, ...batch }: Row<Record>): Record {
    const { id } = batch as unknown as BatchRecord;
    return { ...batch, details: this.boxOrThrow().open(detailsSealed, detailsOf(id)) } as unknown as Record;
  }
}

/** Sealing purpose of a batch's details. */
export const detailsOf = (id: string): string => `batch_details ${id}`;
