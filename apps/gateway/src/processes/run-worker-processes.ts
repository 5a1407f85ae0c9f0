import { availableParallelism } from 'node:os';
import type { GatewayConfig } from '@multilane/config';
import { stopOnSignals, WorkerProcesses } from '@multilane/process';
import { createLogger } from '@multilane/telemetry';
import { MetricsOfWorkers } from './metrics-of-workers.js';

/** How many processes `server.workers` asks for. */
export function countWorkerProcesses({ server }: GatewayConfig): number {
  return server.workers === 'auto' ? availableParallelism() : server.workers;
}

/**
 * Runs the gateway as `count` processes that share its port, until a signal. This process serves no request: it starts the
 * others, replaces one that ends by itself, and adds up their metrics. Rejects with `WorkerFailed` where they cannot start.
 */
export async function runWorkerProcesses(config: GatewayConfig, count: number): Promise<void> {
  const { rate_limits: limits, server, telemetry } = config;
  const { logger } = createLogger({ level: telemetry.log_level, service: 'gateway' });
  const processes = new WorkerProcesses({
    count,
    onReplaced: (worker, how) => {
      logger.error({ worker: worker.process.pid, how }, 'a worker process ended by itself and is replaced');
      metrics.own.recordWorkerRestart();
      metrics.forget(worker).catch((error: unknown) => logger.warn({ err: error }, 'its metrics are lost'));
    },
  });
  const metrics = new MetricsOfWorkers(() => processes.servingCount);
  const stop = (): Promise<void> => processes.stop(server.drain_delay_ms + server.drain_ms);
  // Its packages are loaded only where they are needed: this process does without their memory.
  if (limits.share_between_workers) (await import('./share-limits.js')).countLimitsOfWorkers();
  stopOnSignals({ stop, reopenAudit: () => processes.reopenAudit() });
  await processes.start();
  logger.info({ workers: count }, 'the worker processes of the gateway serve requests');
}
