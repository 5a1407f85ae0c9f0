import { createHash } from 'node:crypto';
import { runSql, type SqlRunner, statement } from '@multilane/sql';
import { PgBoss } from 'pg-boss';
import { bossOptions, SCHEMA } from './boss-options.js';
import { JOB_KIND_NAMES, JOB_KINDS } from './job-kinds.js';
import { LOST_JOBS_TABLE } from './lost-jobs.js';
import type { SqlAccess } from './sql-access.js';

/** Changes with the version of pg-boss and with this file's settings. */
const REVISION = 'pg-boss 12.35.0, 5';

/** Rows of jobs that are done are removed after so many seconds, by the next round of maintenance. */
const DELETE_AFTER_SECONDS = 60;

/** Heartbeats decide whether a worker is alive, and never how long a job takes. */
const LONGEST_RUN_SECONDS = 23 * 3_600;

/**
 * Makes or updates the schema of the queues, with the rights of whoever migrates. Does nothing where it is up to date. Safe to
 * call in several processes at once.
 */
export async function installQueues(database: SqlAccess): Promise<void> {
  const wanted = describeQueues();
  if ((await readMark(database)) === wanted) return;
  const boss = new PgBoss({ ...bossOptions(database), migrate: true, supervise: false });
  // Otherwise thrown as uncaught; what matters rejects `start`.
  boss.on('error', () => undefined);
  await boss.start();
  try {
    for (const kind of JOB_KIND_NAMES) {
      const { heartbeatSeconds, retryLimit, retryDelay, retryDelayMax } = JOB_KINDS[kind].rules;
      const settings = {
        retryLimit,
        retryDelay,
        retryBackoff: true,
        expireInSeconds: LONGEST_RUN_SECONDS,
        deleteAfterSeconds: DELETE_AFTER_SECONDS,
        notify: true,
      };
      await boss.createQueue(kind, { ...settings, retryDelayMax, heartbeatSeconds });
      await boss.updateQueue(kind, settings);
    }
    for (const definition of LOST_JOBS_TABLE) await runSql(database, definition);
    await runSql(database, `COMMENT ON SCHEMA ${SCHEMA} IS '${wanted}'`);
  } finally {
    await boss.stop({ graceful: false });
  }
}

const READ_MARK = statement(
  { mark: 'text?' },
  "SELECT obj_description(oid, 'pg_namespace') AS mark FROM pg_namespace WHERE nspname = $1",
);

async function readMark(database: SqlRunner): Promise<string | undefined> {
  const [row] = await READ_MARK.rows(database, [SCHEMA]);
  return row?.mark ?? undefined;
}

function describeQueues(): string {
  const rules = JOB_KIND_NAMES.map((kind) => [kind, JOB_KINDS[kind].rules]);
  return `${REVISION}, ${createHash('sha256').update(JSON.stringify(rules)).digest('hex').slice(0, 16)}`;
}
