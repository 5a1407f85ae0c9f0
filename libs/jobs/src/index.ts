export { installQueues } from './install-queues.js';
export { JOB_KINDS, type JobData, type JobKind, type QueueRules } from './job-kinds.js';
export { type EnqueueOptions, type JobQueues, openJobQueues, type QueueOptions, type TakenJob } from './job-queues.js';
export type { JobsDatabase, SqlAccess } from './sql-access.js';
