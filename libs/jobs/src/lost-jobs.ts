import { SCHEMA } from './boss-options.js';
import type { SqlAccess } from './sql-access.js';

/** What is known of a job whose process ended under it. */
export interface LostJob {
  /** How often that happened without any progress in between. */
  readonly losses: number;
  /** It was begun alone since then, and has not ended: if its process ends now, it was this job. */
  readonly isBegun: boolean;
  /** What it had done when it was begun. */
  readonly progress: string;
}

/** A job that ends its process so often, with nothing done in between, is given up. */
export const MOST_LOSSES = 2;
/** A row of a job that somebody removed stays no longer. */
const KEPT = '7 days';
/** What pg-boss notes of a job whose process gave no sign of life. */
const LOST = 'job heartbeat timeout';

/** Its rows are few: only jobs whose process died have one. */
export const LOST_JOBS_TABLE = `CREATE TABLE IF NOT EXISTS ${SCHEMA}.lost_jobs (
  kind text NOT NULL, subject text NOT NULL, losses integer NOT NULL, is_begun boolean NOT NULL, progress text NOT NULL,
  lost_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (kind, subject))`;

/**
 * What a job that was begun before has lost so far.
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

/** The rows of jobs whose process ended under them. */
export class LostJobs {
  constructor(private readonly sql: SqlAccess) {}

  async find(kind: string, subject: string): Promise<LostJob | undefined> {
    const { rows } = await this.sql.executeSql(
      `SELECT losses, is_begun AS "isBegun", progress FROM ${SCHEMA}.lost_jobs WHERE kind = $1 AND subject = $2`,
      [kind, subject],
    );
    return (rows as LostJob[])[0];
  }

  /** Whether the process that had a job before ended under it. */
  async isLost(kind: string, id: string): Promise<boolean> {
    const { rows } = await this.sql.executeSql(
      `SELECT output #>> '{value,message}' AS message FROM ${SCHEMA}.job WHERE name = $1 AND id = $2`,
      [kind, id],
    );
    return (rows as { readonly message: string | null }[])[0]?.message === LOST;
  }

  /** Whether another job about the same was begun before and has not ended. */
  async hasOther(kind: string, subject: string, id: string): Promise<boolean> {
    const { rows } = await this.sql.executeSql(
      `SELECT 1 FROM ${SCHEMA}.job WHERE name = $1 AND data = $2::jsonb AND id <> $3
         AND (state = 'active' OR state = 'retry') LIMIT 1`,
      [kind, subject, id],
    );
    return rows.length > 0;
  }

  async store(kind: string, subject: string, { isBegun, losses, progress }: LostJob): Promise<void> {
    await this.sql.executeSql(`DELETE FROM ${SCHEMA}.lost_jobs WHERE lost_at < now() - interval '${KEPT}'`);
    await this.sql.executeSql(
      `INSERT INTO ${SCHEMA}.lost_jobs (kind, subject, losses, is_begun, progress) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (kind, subject) DO UPDATE SET losses = excluded.losses, is_begun = excluded.is_begun,
         progress = excluded.progress, lost_at = now()`,
      [kind, subject, losses, isBegun, progress],
    );
  }

  /** It has ended in order, or goes on later. */
  async setAside(kind: string, subject: string): Promise<void> {
    await this.sql.executeSql(`UPDATE ${SCHEMA}.lost_jobs SET is_begun = false WHERE kind = $1 AND subject = $2`, [
      kind,
      subject,
    ]);
  }

  async remove(kind: string, subject: string): Promise<void> {
    await this.sql.executeSql(`DELETE FROM ${SCHEMA}.lost_jobs WHERE kind = $1 AND subject = $2`, [kind, subject]);
  }
}
