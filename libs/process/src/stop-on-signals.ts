import cluster from 'node:cluster';

/** Running service, with the way to stop it. */
export interface RunningService {
  /** Drains and stops; resolves when everything is flushed. */
  stop(): Promise<void>;
  /** Opens log files again, after log rotation has moved them away. */
  reopenAudit?(): void;
}

/** npm, terminals and process groups deliver one signal twice within milliseconds; so close together they are one. */
const SAME_SIGNAL_MS = 1_000;

/**
 * SIGTERM and SIGINT stop a service in good order and exit 0; another one, a second or more after the first, exits at
 * once. SIGHUP opens the audit log again, after log rotation has moved it away. A service that still starts is stopped once it runs:
 * it may have begun what must be ended in good order.
 *
 * @param isWorker whether this is a worker process of a cluster. systemd and terminals signal it too, and the primary passes the same
 *   signal on, maybe late: a second one does not mean that anybody is impatient. Who is signals the primary again, and Node ends
 *   workers whose primary is gone.
 */
export function stopOnSignals(service: RunningService | Promise<RunningService>, isWorker = cluster.isWorker): void {
  const running = Promise.resolve(service);
  // The starting code reports why it could not start.
  const ifRunning = (use: (running: RunningService) => void): void => void running.then(use, () => undefined);
  let stoppingSince: number | undefined;
  const stop = (): void => {
    if (stoppingSince !== undefined) {
      if (isWorker || performance.now() - stoppingSince < SAME_SIGNAL_MS) return;
      process.exit(1);
    }
    stoppingSince = performance.now();
    ifRunning((started) => {
      started.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`The service did not stop in good order: ${String(error)}\n`);
          process.exit(1);
        },
      );
    });
  };
  process.on('SIGHUP', () => ifRunning((started) => started.reopenAudit?.()));
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
