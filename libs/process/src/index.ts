/**
 * Work of a service's process that does not depend on what it serves. It needs Node's own modules only, so that an old
 * Node can load it.
 */
export * from './collect-relayed-bytes.js';
export { answerTasks } from './contained/answer-tasks.js';
export { type EndReason, listenToContainedEnds } from './contained/contained-ends.js';
export { ContainedProcess } from './contained/contained-process.js';
export { FairQueue, type QueuedJob } from './contained/fair-queue.js';
export { TaskFailure } from './contained/task-failure.js';
export { TaskPool } from './contained/task-pool.js';
export * from './find-bundle.js';
export * from './hand-over-to-newer-node.js';
export * from './keep-tick-shape.js';
export * from './release-start-memory.js';
export * from './run-with-flags.js';
export { lowerPriorityWhileStarting, restorePriority } from './start-priority.js';
export * from './stop-on-signals.js';
export * from './use-compile-cache.js';
export * from './worker-processes.js';
