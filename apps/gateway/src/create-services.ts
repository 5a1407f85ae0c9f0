import type { GatewayConfig } from '@multilane/config';
import { createAuditWriter, createLogger, Metrics } from '@multilane/telemetry';
import { GatewayDatabase } from './database/gateway-database.js';
import { type ConnectedDatabase, openConfiguredDatabase } from './database/open-database.js';
import type { GatewayServices } from './gateway-services.js';
import { Shadows } from './pipeline/routing/shadows.js';
import { SnapshotStore } from './snapshot/snapshot-store.js';

/**
 * Makes what every request may need; `close` writes out what is waiting.
 *
 * @param shared A database that this process has open already, instead of the one that the configuration names. It stays
 *   open.
 */
export async function createServices(
  config: GatewayConfig,
  shared?: ConnectedDatabase,
): Promise<GatewayServices & { close(): Promise<void> }> {
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
  const snapshots = new SnapshotStore();
  const opened = shared ? keepOpen(shared) : await openConfiguredDatabase(config, logger);
  const database = opened && new GatewayDatabase(opened, config, { logger, metrics, snapshots });
  return {
    logger,
    metrics,
    audit,
    snapshots,
    shadows: new Shadows(),
    database,
    close: async () => {
      await database?.close();
      await audit.flush();
      await flush();
    },
  };
}

function keepOpen(shared: ConnectedDatabase): ConstructorParameters<typeof GatewayDatabase>[0] {
  return {
    ...shared,
    channelName: 'version_channel',
    isChannelAway: () => false,
    close: () => Promise.resolve(),
  };
}
