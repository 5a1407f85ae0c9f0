import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import type { GatewayConfig, LoadedConfig } from '@multilane/config';
import { restorePriority, stopOnSignals, WorkerProcesses } from '@multilane/process';
import { createLogger } from '@multilane/telemetry';
import { MetricsOfWorkers } from './metrics-of-workers.js';
import { answerConfig } from './share-config.js';
import type { LimitQuestions } from './share-limits.js';
import { isMessage } from './worker-messages.js';

/** Number of processes that `server.workers` asks for. */
export function countWorkerProcesses({ server }: GatewayConfig): number {
  return server.workers === 'auto' ? availableParallelism() : server.workers;
}

/**
 * Runs the gateway as `count` processes that share its port, until a signal. This process serves no request: it starts the
 * others, replaces one that ends by itself, and adds up their metrics. Rejects with `WorkerFailed` where they cannot start.
 */
export async function runWorkerProcesses(
  { config, path, ...file }: LoadedConfig & { readonly path: string },
  count: number,
): Promise<void> {
  const { rate_limits: limits, server, telemetry } = config;
  const { logger } = createLogger({ level: telemetry.log_level, service: 'gateway' });
  const processes = new WorkerProcesses({
    count,
    ports: server.metrics_port === undefined ? 1 : 2,
    onForkFailed: (error) => logger.error({ err: error }, 'a worker process could not be started'),
    onConnectionLost: (outcome) => {
      logger.warn({ outcome }, 'a worker process ended before it had taken a connection that it was given');
    },
    onReplaced: (worker, how) => {
      logger.error({ worker: worker.process.pid, how }, 'a worker process ended by itself and is replaced');
      metrics.own.service.recordWorkerRestart();
      metrics.forget(worker).catch((error: unknown) => logger.warn({ err: error }, 'its metrics are lost'));
    },
  });
  const metrics = new MetricsOfWorkers(() => processes.servingCount);
  const stop = (): Promise<void> => processes.stop(server.drain_delay_ms + server.drain_ms);
  answerLimits(limits.share_between_workers, (error) =>
    logger.error({ err: error }, 'a limit that workers share could not be counted'),
  );
  answerConfig(path, file);
  stopOnSignals({ stop, reopenAudit: () => processes.reopenAudit() });
  // The workers inherit it, and lower theirs by themselves.
  restorePriority();
  await processes.start();
  logger.info({ workers: count }, 'the worker processes of the gateway serve requests');
}

/**
 * Counts limits for workers that ask: also for one that was replaced after the setting had changed. The counting code is loaded when it is
 * needed, because this process does without its memory.
 *
 * @param isAsked whether workers will ask
 * @param onFailure the worker counts by itself then
 */
function answerLimits(isAsked: boolean, onFailure: (error: unknown) => void): void {
  const load = async () => (await import('./share-limits.js')).createLimitAnswers();
  let answering = isAsked ? load() : undefined;
  cluster.on('message', (worker, message: unknown) => {
    if (!isMessage(message) || message.kind !== 'limit-questions') return;
    answering ??= load();
    answering.then((answer) => answer(worker, message as LimitQuestions)).catch(onFailure);
  });
}
