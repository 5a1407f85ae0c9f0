import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskReport } from '@multilane/telemetry';
import type { CollectingSink } from './collecting-sink.js';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** A database that is away is waited for so long, in milliseconds. */
const LONGEST_WRITE_MS = 10 * 60_000;

/**
 * Writes what became of a job or of a line, however long the database is away.
 *
 * @param isGivenUp whether it is not worth another try: the failure is then thrown
 * @param report told of each failure after which it is tried again
 */
export async function writeEnd<Result>(
  write: () => Promise<Result>,
  isGivenUp: () => boolean,
  report: TaskReport,
): Promise<Result> {
  const deadline = performance.now() + LONGEST_WRITE_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      const result = await write();
      report.succeeded();
      return result;
    } catch (error) {
      if (performance.now() > deadline || isGivenUp()) throw error;
      report.failed(error);
      await sleep(pause);
    }
  }
}

/** A request while it runs in this process. */
export interface RunOfRequest {
  readonly sink: Pick<CollectingSink, 'status'>;
  /** Somebody else's by now. */
  readonly isLost: boolean;
  lose(): void;
}

/**
 * Notes that a provider has begun to answer, until it is written or the run has ended. Never rejects.
 *
 * @param note resolves to false if the request is another worker's
 */
export async function writeBeginning(
  run: RunOfRequest,
  note: () => Promise<boolean>,
  report: TaskReport,
): Promise<void> {
  while (run.sink.status === undefined && !run.isLost) {
    try {
      if (!(await note())) run.lose();
      report.succeeded();
      return;
    } catch (error) {
      report.failed(error);
      await sleep(FIRST_PAUSE_MS);
    }
  }
}
