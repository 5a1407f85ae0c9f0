import type { Clock, ConstructorOptions, Db } from 'pg-boss';
import type { SqlAccess } from './sql-access.js';

/** The PostgreSQL schema that holds the queues. */
export const SCHEMA = 'multilane_jobs';

type Timer = ReturnType<typeof setTimeout>;

/** No timer of the queues may hold up the end of a process. */
const BACKGROUND_CLOCK: Clock = {
  now: () => Date.now(),
  setTimeout: (run, milliseconds) => setTimeout(run, milliseconds).unref(),
  clearTimeout: (timer) => clearTimeout(timer as Timer),
  setInterval: (run, milliseconds) => setInterval(run, milliseconds).unref(),
  clearInterval: (timer) => clearInterval(timer as Timer),
};

/** Options of every instance of pg-boss: no cron, no statistics, and no DDL outside the migrations. */
export function bossOptions(database: Db | SqlAccess): ConstructorOptions {
  return {
    db: database,
    schema: SCHEMA,
    backend: 'postgres',
    clock: BACKGROUND_CLOCK,
    schedule: false,
    migrate: false,
    persistWarnings: false,
    persistQueueStats: false,
    reindex: false,
    monitorVacuum: false,
  };
}
