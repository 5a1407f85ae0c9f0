import { type SqlRunner, statement } from '@multilane/sql';
import { SCHEMA } from './boss-options.js';

/** Number of jobs of a queue that wait, and of those that are being worked on. */
export interface QueueDepth {
  readonly name: string;
  readonly waiting: number;
  readonly active: number;
}

/** Jobs that are counted at most, of all queues together. */
const MOST = 100_000;

const COUNT = statement<QueueDepth>(
  { name: 'text', waiting: 'integer', active: 'integer' },
  `SELECT name, count(*) FILTER (WHERE state < 'active')::int AS waiting,
          count(*) FILTER (WHERE state = 'active')::int AS active
     FROM (SELECT name, state FROM ${SCHEMA}.job WHERE state <= 'active' LIMIT ${MOST}) AS jobs
    GROUP BY name ORDER BY name`,
);

/** Reads how long the queues are; those without jobs are left out. */
export function countJobs(database: SqlRunner): Promise<readonly QueueDepth[]> {
  return COUNT.rows(database);
}
