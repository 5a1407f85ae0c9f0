import type { GatewayConfig } from '@multilane/config';
import { createAuditWriter, createLogger, Metrics } from '@multilane/telemetry';
import type { GatewayServices } from './gateway-services.js';
import { SnapshotStore } from './snapshot/snapshot-store.js';

/** Makes what every request may need; `close` writes out what is waiting. */
export function createServices(config: GatewayConfig): GatewayServices & { close(): Promise<void> } {
  const { logger, flush } = createLogger({ level: config.telemetry.log_level, service: 'gateway' });
  const metrics = new Metrics();
  metrics.collectProcessMetrics();
  metrics.setLimitsPerProcess(true);
  const audit = createAuditWriter({
    ...(config.audit.path === undefined ? {} : { path: config.audit.path }),
    onProblem: ({ kind, error }) => {
      metrics.recordAuditProblem(kind);
      logger.error({ err: error, problem: kind }, 'the audit log has a problem');
    },
  });
  return {
    logger,
    metrics,
    audit,
    snapshots: new SnapshotStore(),
    close: async () => {
      await audit.flush();
      await flush();
    },
  };
}
