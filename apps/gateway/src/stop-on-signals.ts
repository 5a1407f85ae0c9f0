import type { RunningGateway } from './bootstrap.js';

/**
 * SIGTERM and SIGINT stop the gateway in good order and exit 0; a second one exits at once. SIGHUP opens the audit log
 * anew, after log rotation has moved it away.
 */
export function stopOnSignals(gateway: RunningGateway): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    gateway.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`The gateway did not stop in good order: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGHUP', () => gateway.reopenAudit());
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
