import { command, type SqlRunner, statement } from '@multilane/sql';
import { SCHEMA } from './boss-options.js';

/** State of a job whose process ended under it. */
export interface LostJob {
  /** Number of such losses without any progress in between. */
  readonly losses: number;
  /** It was begun alone since then, and has not ended: if its process ends now, it was this job. */
  readonly isBegun: boolean;
  /** Progress at its beginning. */
  readonly progress: string;
}

/** State as one of the jobs about it sees it: `isBegun` says that this one was begun. */
export interface KnownJob extends LostJob {
  /** Another job about the same was begun alone and has not ended: its process, or what is known of it, tells how it ends. */
  readonly isOthers: boolean;
  /** The job was put in after all of this. */
  readonly isEarlier: boolean;
  /** True if the asking process still has the job. */
  readonly isHeld: boolean;
}

/** One of the jobs about the same. */
export interface JobPlace {
  readonly kind: string;
  readonly subject: string;
  readonly id: string;
}

/** A job in the hands of a process. One whose heartbeats were missed may be in those of another one, which began it once more. */
export interface JobClaim extends JobPlace {
  readonly begunBefore: number;
}

/** A job that ends its process so often, with nothing done in between, is given up. */
export const MOST_LOSSES = 2;
/** A row of a job that somebody removed stays no longer. */
const KEPT = '7 days';
/** Message of pg-boss for a job whose process gave no sign of life. */
const LOST = 'job heartbeat timeout';

/** Its rows are few: only jobs whose process died have one. A gateway of the previous release writes it without the columns that are added. */
export const LOST_JOBS_TABLE = [
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.lost_jobs (
     kind text NOT NULL, subject text NOT NULL, losses integer NOT NULL, is_begun boolean NOT NULL, progress text NOT NULL,
     lost_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (kind, subject))`,
  `ALTER TABLE ${SCHEMA}.lost_jobs ADD COLUMN IF NOT EXISTS begun_id uuid, ADD COLUMN IF NOT EXISTS begun_before integer,
     ADD COLUMN IF NOT EXISTS beside jsonb NOT NULL DEFAULT '[]'`,
];

/**
 * Condition on `lost_jobs`: the job that was begun is not this one, and has not ended. @param id the parameter with
 * this one's id
 */
const isOthers = (id: string): string => `(lost_jobs.is_begun AND lost_jobs.begun_id IS DISTINCT FROM ${id} AND EXISTS (
  SELECT 1 FROM ${SCHEMA}.job WHERE name = lost_jobs.kind AND id = lost_jobs.begun_id AND (state = 'active' OR state = 'retry')))`;

/**
 * Condition that the process that began a job still has it: it was not begun once more since. @param id, attempt the
 * parameters with its id and how often it was begun
 */
const isHeld = (id: string, attempt: string): string => `EXISTS (SELECT 1 FROM ${SCHEMA}.job
  WHERE name = $1 AND id = ${id}::uuid AND state = 'active' AND retry_count = ${attempt}::int)`;

/**
 * Condition that a job is begun alone in a process that lives, and has got on since. @param job the row of its queue
 */
const hasGotOn = (job: string): string => `EXISTS (SELECT 1 FROM ${SCHEMA}.lost_jobs AS own
  WHERE own.kind = ${job}.name AND own.begun_id = ${job}.id AND own.begun_before = ${job}.retry_count AND NOT own.is_begun)`;

/** Condition on a row of a queue: the last process that ended with the job in its hands gave no sign of life. */
const wasLost = (job: string): string => `${job}.output #>> '{value,message}' = '${LOST}'`;

/** Jobs as `beside` has them. */
const describe = (jobs: readonly JobClaim[]): string =>
  JSON.stringify(jobs.map(({ begunBefore, id, kind }) => ({ name: kind, id, attempt: begunBefore })));

/**
 * Counts the losses of a job that was begun before.
 *
 * @param isLost whether its last process ended under it
 * @returns undefined where nothing is held against it
 */
export function countLosses(known: LostJob | undefined, isLost: boolean, progress: string): LostJob | undefined {
  if (known === undefined || known.progress !== progress) {
    return isLost ? { losses: 1, isBegun: false, progress } : undefined;
  }
  // One that was among others when its process ended, or waited for its turn, is not to blame for it.
  return { ...known, losses: isLost && known.isBegun ? known.losses + 1 : known.losses };
}

const FIND = statement(
  {
    losses: 'integer',
    isBegun: 'boolean',
    progress: 'text',
    isOthers: 'boolean',
    // Null if the job is gone.
    isEarlier: 'boolean?',
    isHeld: 'boolean',
  },
  `SELECT losses, is_begun AND coalesce(begun_id = $3, true) AS "isBegun", progress, ${isOthers('$3')} AS "isOthers",
          lost_at < (SELECT created_on FROM ${SCHEMA}.job WHERE name = $1 AND id = $3) AS "isEarlier",
          ${isHeld('$3', '$4')} AS "isHeld"
     FROM ${SCHEMA}.lost_jobs WHERE kind = $1 AND subject = $2`,
);

const IS_LOST = command(`SELECT 1 FROM ${SCHEMA}.job AS this WHERE name = $1 AND id = $2 AND ${wasLost('this')}`);

const HAS_OPEN_NEIGHBOUR = command(
  `SELECT 1 FROM ${SCHEMA}.lost_jobs,
          jsonb_to_recordset(lost_jobs.beside) AS neighbour (name text, id uuid, attempt integer)
     JOIN ${SCHEMA}.job AS other ON other.name = neighbour.name AND other.id = neighbour.id
    WHERE lost_jobs.kind = $1 AND lost_jobs.subject = $2 AND (
      (other.state = 'retry' AND ${wasLost('other')})
      OR (other.state = 'active' AND (other.retry_count = neighbour.attempt OR ${wasLost('other')}) AND NOT ${hasGotOn('other')}))
    LIMIT 1`,
);

/** Condition on `lost_jobs`: the job that was begun is this one, begun as often as this one was. */
const IS_BEGUN_AS = 'kind = $1 AND subject = $2 AND begun_id = $3 AND begun_before = $4';

const NOTE_NEIGHBOURS = command(`UPDATE ${SCHEMA}.lost_jobs SET beside = $5::jsonb WHERE ${IS_BEGUN_AS}`);

const CLEAR_NEIGHBOURS = command(
  `UPDATE ${SCHEMA}.lost_jobs SET is_begun = false WHERE is_begun AND beside @> $1::jsonb`,
);

const HAS_OTHER = command(
  `SELECT 1 FROM ${SCHEMA}.job WHERE name = $1 AND data = $2::text::jsonb AND id <> $3
     AND (state = 'active' OR state = 'retry')
     AND created_on <= coalesce((SELECT lost_at FROM ${SCHEMA}.lost_jobs WHERE kind = $1 AND subject = $2), now())
   LIMIT 1`,
);

const REMOVE_OLD = command(`DELETE FROM ${SCHEMA}.lost_jobs WHERE lost_at < now() - interval '${KEPT}'`);

const STORE = command(
  `INSERT INTO ${SCHEMA}.lost_jobs (kind, subject, losses, is_begun, progress, begun_id, begun_before, beside)
   SELECT $1, $2, $3, $4, $5, CASE WHEN $4 THEN $6::uuid END, CASE WHEN $4 THEN $7::int END, $8::jsonb WHERE ${isHeld('$6', '$7')}
   ON CONFLICT (kind, subject) DO UPDATE SET losses = excluded.losses, is_begun = excluded.is_begun,
     progress = excluded.progress, begun_id = excluded.begun_id, begun_before = excluded.begun_before, beside = excluded.beside, lost_at = now()
   WHERE NOT ${isOthers('$6')} AND (lost_jobs.losses <= excluded.losses OR lost_jobs.progress <> excluded.progress)`,
);

const SET_ASIDE = command(`UPDATE ${SCHEMA}.lost_jobs SET is_begun = false WHERE ${IS_BEGUN_AS}`);
const CLEAR = command(`DELETE FROM ${SCHEMA}.lost_jobs WHERE ${IS_BEGUN_AS}`);
const REMOVE = command(`DELETE FROM ${SCHEMA}.lost_jobs WHERE kind = $1 AND subject = $2`);

const PUT_BACK = command(
  `UPDATE ${SCHEMA}.job SET state = 'retry', retry_limit = retry_limit + 1, heartbeat_on = NULL,
          start_after = now() + make_interval(secs => $4)
    WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3`,
);

/** The rows of jobs whose process ended under them. */
export class LostJobs {
  constructor(private readonly sql: SqlRunner) {}

  async find({ begunBefore, id, kind, subject }: JobClaim): Promise<KnownJob | undefined> {
    const [row] = await FIND.rows(this.sql, [kind, subject, id, begunBefore]);
    return row && { ...row, isEarlier: row.isEarlier === true };
  }

  /** True if the process that had a job before ended under it. */
  isLost({ id, kind }: JobPlace): Promise<boolean> {
    return IS_LOST.matches(this.sql, [kind, id]);
  }

  /**
   * True if a job that ran beside this one, when its process ended, may still be found to blame for that: nobody has missed it yet, or it
   * has not ended or got on since it was begun again.
   */
  hasOpenNeighbour({ kind, subject }: JobPlace): Promise<boolean> {
    return HAS_OPEN_NEIGHBOUR.matches(this.sql, [kind, subject]);
  }

  /** Notes the jobs that run beside one that is begun alone, in place of those that ran there before. */
  async noteNeighbours({ begunBefore, id, kind, subject }: JobClaim, neighbours: readonly JobClaim[]): Promise<void> {
    await NOTE_NEIGHBOURS.run(this.sql, [kind, subject, id, begunBefore, describe(neighbours)]);
  }

  /** A job was given up: what ran beside it, alone among the suspects, is not to blame for the end of their process. */
  async clearNeighbours({ id, kind }: JobPlace): Promise<void> {
    await CLEAR_NEIGHBOURS.run(this.sql, [JSON.stringify([{ name: kind, id }])]);
  }

  /** True if another job about the same has begun or was put back, and was there when the last loss was stored. */
  hasOther({ id, kind, subject }: JobPlace): Promise<boolean> {
    return HAS_OTHER.matches(this.sql, [kind, subject, id]);
  }

  /**
   * Notes what is held against a job, and that this one is begun where it is. Resolves to false where another one about the same has
   * been begun or given up in the meantime, and where this one is another process's: it must be judged again.
   *
   * @param neighbours the jobs that run in the process in which it is begun
   */
  async store(
    { begunBefore, id, kind, subject }: JobClaim,
    { isBegun, losses, progress }: LostJob,
    neighbours: readonly JobClaim[] = [],
  ): Promise<boolean> {
    await REMOVE_OLD.run(this.sql);
    const values = [kind, subject, losses, isBegun, progress, id, begunBefore, describe(neighbours)];
    return STORE.matches(this.sql, values);
  }

  /** The job that was begun has ended in order, or goes on later. Says nothing of one that another process has begun since. */
  async setAside({ begunBefore, id, kind, subject }: JobClaim): Promise<void> {
    await SET_ASIDE.run(this.sql, [kind, subject, id, begunBefore]);
  }

  /** The job that was begun is no suspect any more. */
  async clear({ begunBefore, id, kind, subject }: JobClaim): Promise<void> {
    await CLEAR.run(this.sql, [kind, subject, id, begunBefore]);
  }

  async remove({ kind, subject }: JobPlace): Promise<void> {
    await REMOVE.run(this.sql, [kind, subject]);
  }

  /**
   * Gives a job that has not begun back to its queue, for so many seconds. That costs none of its retries, and how its last process ended
   * stays known. Does nothing where another process has it.
   */
  async putBack({ begunBefore, id, kind }: JobClaim, seconds: number): Promise<void> {
    await PUT_BACK.run(this.sql, [kind, id, begunBefore, seconds]);
  }
}
