import { type Sql, sqlWithin } from '../connection/connection.js';
import { decodeCursor, encodeCursor } from '../ids/cursor.js';
import { isId } from '../ids/new-id.js';
import type {
  AnsweredAsyncJob,
  AsyncJobCount,
  AsyncJobEnd,
  AsyncJobRecord,
  AsyncJobStatus,
  AsyncJobToRun,
  NewAsyncJob,
} from '../records/async-job.js';
import type { Page } from '../records/page.js';
import { command, statement } from '../statements/statement.js';
import { SealedStore } from './sealed-store.js';

/** An owner has as many jobs that have not ended as it may have. */
export class TooManyJobs extends Error {
  override readonly name = 'TooManyJobs';
}

const STATUS = "CASE WHEN expires_at <= now() THEN 'expired' ELSE status END";
const COLUMNS = {
  sql: `id, owner, organization_id AS "organizationId", ${STATUS} AS status, endpoint, model, created_at AS "createdAt",
  started_at AS "startedAt", completed_at AS "completedAt", expires_at AS "expiresAt"`,
  types: {
    id: 'uuid',
    owner: 'text',
    organizationId: 'uuid?',
    status: 'text',
    endpoint: 'text',
    model: 'text?',
    createdAt: 'timestamptz',
    startedAt: 'timestamptz?',
    completedAt: 'timestamptz?',
    expiresAt: 'timestamptz?',
  },
} as const;

/** Ended jobs are removed so long after they expired. */
const FORGET_AFTER = "interval '7 days'";
const BATCH = 500;

type Within = (sql: Sql) => Promise<unknown>;
type Row<Columns> = Columns & { readonly sealed: string | null };

const TAKE_TURN = command('SELECT pg_advisory_xact_lock(hashtextextended($1, 7246113553))');
const COUNT_OPEN = statement(
  { open: 'integer' },
  "SELECT count(*)::int AS open FROM async_jobs WHERE owner = $1 AND status IN ('pending', 'running')",
);
const CREATE = command(`INSERT INTO async_jobs (id, owner, organization_id, endpoint, model, identity, request_sealed)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`);
const FIND = statement<Row<AsyncJobRecord>>(
  { ...COLUMNS.types, sealed: 'text?' },
  `SELECT ${COLUMNS.sql}, result_sealed AS sealed FROM async_jobs WHERE owner = $1 AND id = $2`,
);
const LIST = statement<AsyncJobRecord>(
  COLUMNS.types,
  `SELECT ${COLUMNS.sql} FROM async_jobs
   WHERE owner = $1 AND ($2::uuid IS NULL OR id < $2) AND ($3::text IS NULL OR ${STATUS} = $3)
   ORDER BY id DESC LIMIT $4`,
);
const CANCEL =
  command(`UPDATE async_jobs SET status = 'cancelled', completed_at = now(), expires_at = $3, request_sealed = NULL
   WHERE owner = $1 AND id = $2 AND status IN ('pending', 'running')`);
const FIND_TO_RUN = statement<Row<Omit<AsyncJobToRun, 'request'>>>(
  { ...COLUMNS.types, fence: 'integer', answeredAt: 'timestamptz?', identity: 'jsonb', sealed: 'text?' },
  `SELECT ${COLUMNS.sql}, fence, answered_at AS "answeredAt", identity, request_sealed AS sealed
   FROM async_jobs WHERE id = $1`,
);
const TAKE = command(`UPDATE async_jobs SET status = 'running', fence = fence + 1, started_at = now()
   WHERE id = $1 AND fence = $2 AND answered_at IS NULL AND status IN ('pending', 'running')`);
const NOTE_ANSWER = command(
  "UPDATE async_jobs SET answered_at = now() WHERE id = $1 AND fence = $2 AND status = 'running'",
);
const FINISH =
  command(`UPDATE async_jobs SET status = $3, result_sealed = $4, result_status = $5, expires_at = $6, completed_at = now(),
         request_sealed = NULL
   WHERE id = $1 AND fence = $2 AND status IN ('pending', 'running') RETURNING id`);
const PUT_BACK = command(`UPDATE async_jobs SET status = 'pending', fence = fence + 1, started_at = NULL
   WHERE id = $1 AND fence = $2 AND status = 'running' AND answered_at IS NULL RETURNING id`);
const FIND_LOST = statement(
  { id: 'uuid', fence: 'integer', status: 'text' },
  'SELECT id, fence, status FROM async_jobs WHERE id = ANY($1::uuid[])',
);
const COUNT = statement<AsyncJobCount>(
  { status: 'text', endpoint: 'text', jobs: 'integer', ageSeconds: 'float8' },
  `SELECT status, endpoint, count(*)::int AS jobs, extract(epoch FROM now() - min(created_at))::float8 AS "ageSeconds"
   FROM async_jobs WHERE status IN ('pending', 'running') GROUP BY status, endpoint`,
);
const CLEAR_RESULTS = command(`UPDATE async_jobs SET result_sealed = NULL WHERE id IN (SELECT id FROM async_jobs
   WHERE expires_at <= now() AND result_sealed IS NOT NULL LIMIT ${BATCH})`);
const FORGET = command(
  `DELETE FROM async_jobs WHERE id IN (SELECT id FROM async_jobs WHERE expires_at <= now() - ${FORGET_AFTER} LIMIT ${BATCH})`,
);

/** Requests that are answered later. Requests and answers are sealed, each for its very row. */
export class AsyncJobStore extends SealedStore {
  protected readonly contents = 'asynchronous jobs';

  /**
   * Stores a job, with whatever `within` does in the same transaction.
   *
   * @throws TooManyJobs where the owner has `maxOpen` jobs that have not ended
   */
  async create(job: NewAsyncJob, maxOpen: number, within: Within): Promise<void> {
    const sealed = this.boxOrThrow().seal(job.request, requestOf(job.id));
    await this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      // One at a time for each owner, so that the count holds.
      await TAKE_TURN.run(sql, [job.owner]);
      const { open } = await COUNT_OPEN.one(sql, [job.owner]);
      if (open >= maxOpen) throw new TooManyJobs();
      await CREATE.run(sql, [
        job.id,
        job.owner,
        job.organizationId,
        job.endpoint,
        job.model,
        JSON.stringify(job.identity),
        sealed,
      ]);
      await within(sql);
    });
  }

  /** A job of that owner with what came of it. Another owner's is not found, nor is what is no id. */
  async find(owner: string, id: string): Promise<AnsweredAsyncJob | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await FIND.rows(this.access, [owner, id]);
    if (row === undefined) return undefined;
    const { sealed, ...job } = row;
    const isThere = sealed !== null && job.status !== 'expired';
    return { ...job, answer: isThere ? this.boxOrThrow().open(sealed, answerOf(id)) : null };
  }

  /**
   * Newest first.
   *
   * @throws InvalidCursorError
   */
  async list(
    owner: string,
    { limit, cursor, status }: { limit: number; cursor?: string | undefined; status?: AsyncJobStatus | undefined },
  ): Promise<Page<AsyncJobRecord>> {
    const rows = await LIST.rows(this.access, [
      owner,
      cursor === undefined ? null : decodeCursor(cursor),
      status ?? null,
      limit + 1,
    ]);
    const data = rows.slice(0, limit);
    const last = data.at(-1);
    return { data, nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null };
  }

  /** Ends a job that has not ended. False if there is none such. */
  async cancel(owner: string, id: string, expiresAt: Date): Promise<boolean> {
    if (!isId(id)) return false;
    return CANCEL.matches(this.access, [owner, id, expiresAt]);
  }

  /** A job for a worker, no matter who owns it. */
  async findToRun(id: string): Promise<AsyncJobToRun | undefined> {
    const [row] = await FIND_TO_RUN.rows(this.access, [id]);
    if (row === undefined) return undefined;
    const { sealed, ...job } = row;
    return { ...job, request: sealed === null ? undefined : this.boxOrThrow().open(sealed, requestOf(id)) };
  }

  /**
   * Marks a job as running. It is the caller's as long as its fence is the one that is returned. Undefined if somebody
   * else has it, a provider began to answer, or it has ended.
   *
   * @param fence the fence that the job was found with
   */
  async take(id: string, fence: number): Promise<number | undefined> {
    const isTaken = await TAKE.matches(this.access, [id, fence]);
    return isTaken ? fence + 1 : undefined;
  }

  /** Notes that a provider began to answer. False if the job is another's. */
  noteAnswer(id: string, fence: number): Promise<boolean> {
    return NOTE_ANSWER.matches(this.access, [id, fence]);
  }

  /** Ends a job, once, with whatever `within` does in the same transaction. False if the job is another's or has ended. */
  async finish(id: string, fence: number, end: AsyncJobEnd, within: Within): Promise<boolean> {
    const sealed = this.boxOrThrow().seal(end.answer, answerOf(id));
    return this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      if (!(await FINISH.matches(sql, [id, fence, end.status, sealed, end.answerStatus, end.expiresAt]))) return false;
      await within(sql);
      return true;
    });
  }

  /** Puts a job back that no provider began to answer. False if one did, or the job is another's. */
  async putBack(id: string, fence: number, within: Within): Promise<boolean> {
    return this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      if (!(await PUT_BACK.matches(sql, [id, fence]))) return false;
      await within(sql);
      return true;
    });
  }

  /** Finds the jobs that no longer run under that fence: they were cancelled, or taken over. */
  async findLost(running: ReadonlyMap<string, number>): Promise<string[]> {
    const rows = await FIND_LOST.rows(this.access, [[...running.keys()]]);
    const found = new Map(rows.map((row) => [row.id, row]));
    return [...running].flatMap(([id, fence]) => {
      const row = found.get(id);
      return row?.status === 'running' && row.fence === fence ? [] : [id];
    });
  }

  /** Counts the jobs that wait and run, by endpoint. */
  count(): Promise<AsyncJobCount[]> {
    return COUNT.rows(this.access);
  }

  /** Removes what came of jobs that have expired, and in time the jobs. */
  async removeExpired(): Promise<void> {
    await CLEAR_RESULTS.run(this.access);
    await FORGET.run(this.access);
  }
}

/** Sealing purpose of a job's request. */
export const requestOf = (id: string): string => `async_job_request ${id}`;
/** Sealing purpose of a job's answer. */
export const answerOf = (id: string): string => `async_job_answer ${id}`;
