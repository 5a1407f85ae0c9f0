export { countJobs, type QueueDepth } from './count-jobs.js';
export { type FencedRow, FencedWorker, onStop, type StopReason, WorkStopped } from './fenced-worker.js';
export { installQueues } from './install-queues.js';
export { type AskedKind, JOB_KINDS, type JobData, type JobKind, type JobResult, type QueueRules } from './job-kinds.js';
export {
  type Answer,
  type AskOptions,
  type EnqueueOptions,
  type JobQueues,
  openJobQueues,
  type QueueOptions,
  type TakenJob,
} from './job-queues.js';
export { type JobListener as ChannelListener, listenForJobs as listenToChannel } from './listen-for-jobs.js';
export type { JobsDatabase, SqlAccess } from './sql-access.js';
