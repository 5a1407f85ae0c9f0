import 'reflect-metadata';
import cluster from 'node:cluster';
import { GatewayError } from '@multilane/errors';
import { drain, Heartbeat, Readiness, serveMetrics } from '@multilane/http';
import { releaseStartMemory, restorePriority } from '@multilane/process';
import { type CoHostedHandler, createHttpApp } from './app/create-http-app.js';
import { gatewayStatus } from './app/gateway-status.js';
import type { ConnectedDatabase } from './database/open-database.js';
import { compileSchemasLater } from './http/compile-schemas-later.js';
import { shareMetrics } from './processes/share-metrics.js';
import { Authenticators } from './snapshot/access/authenticators.js';
import { type ConfigSource, followConfig } from './snapshot/following/follow-config.js';
import { SnapshotUpdater } from './snapshot/snapshot-updater.js';
import { createServices } from './start/create-services.js';
import type { GatewayRole } from './start/gateway-role.js';
import type { GatewayServices } from './start/gateway-services.js';
import { logStrayRejections } from './start/log-stray-rejections.js';
import { warmUp } from './warm-up/warm-up.js';

export interface GatewaySource extends ConfigSource {
  /**
   * A database that this process has open already, with the channel on which its changes are announced; instead of
   * `database.url`. It stays open when the gateway stops.
   */
  readonly database?: ConnectedDatabase;
  /** Role of the process. `gateway`: it runs no jobs; `worker`: nothing else. Default: all. */
  readonly role?: GatewayRole;
  /** True if it sends itself `server.warm_up_requests` before it serves others. */
  readonly warmsUp?: boolean;
}

export interface RunningGateway {
  readonly url: string;
  /** Opens the audit log again, after log rotation has moved it away. */
  reopenAudit(): void;
  /** Drains and stops as docs/contract/operations.md#shutdown says; resolves when everything is flushed. */
  stop(): Promise<void>;
}

/** Requests whose connections are closed are waited for no longer than this, in milliseconds, until they are recorded. */
const SETTLE_LIMIT_MS = 3_000;

/** Sockets get their close frame, and waiting requests their refusal, this many milliseconds before the end of the drain. */
const SAY_GOODBYE_MS = 2_000;

/**
 * Boots the gateway, step by step. Rejects with a `ConfigError` when the configuration is not valid, and with the
 * system's error when the port cannot be listened on. A database that is away does not keep it from starting.
 *
 * @param coHostedHandler another service at the same address, which takes what is its own
 */
export async function startGateway(source: GatewaySource, coHostedHandler?: CoHostedHandler): Promise<RunningGateway> {
  const { config, role = 'all' } = source;
  const services = await createServices(config, source.database);
  const { background, database, logger, metrics, snapshots, tasks } = services;
  metrics.collectProcessMetrics();
  const stopLogging = logStrayRejections(logger);
  if (cluster.isWorker) shareMetrics(metrics);
  const authenticators = new Authenticators(snapshots, tasks, database?.identities, logger);
  const keeper = new SnapshotUpdater(services, authenticators, database?.rows);
  const stopFollowing = followConfig(source, keeper, services);
  await Promise.all([database?.follow(keeper), services.budgets.readClock()]);
  const app = await createHttpApp(config, services, coHostedHandler, role === 'worker' ? 'checks' : 'all');
  if (role === 'worker' && background.requests.problem !== undefined) logger.warn({}, background.requests.problem);
  releaseStartMemory();
  if (source.warmsUp && role !== 'worker') await warmUp(config, logger);
  background.startWorking(services, role === 'gateway' ? 0 : config.async.workers);
  await app.listen(config.server.port, config.server.host);
  restorePriority();
  const metricsServer = await serveMetrics(config.server.metrics_port, config.server.host, metrics);
  keeper.lookUpPrices();
  const heartbeat = startHeartbeat(services, role);
  const stopCompiling = compileSchemasLater();
  const url = await app.getUrl();
  logger.info({ url, models: config.models.length, teams: config.teams.length }, 'the gateway is ready');
  return {
    url,
    reopenAudit: () => services.audit.reopen(),
    stop: async () => {
      app.get(Readiness, { strict: false }).startDraining();
      services.sockets.startDraining();
      const { drain_delay_ms: delayMs, drain_ms: drainMs } = config.server;
      const sayGoodbye = (): void => {
        services.sockets.closeAll();
        // Nobody can be let in any more: they are told to try again, elsewhere.
        services.slotStores.memory.endWaits(new GatewayError('overloaded', { headers: { 'retry-after': '1' } }));
      };
      const goodbye = setTimeout(sayGoodbye, Math.max(0, delayMs + drainMs - SAY_GOODBYE_MS));
      await Promise.all([drain(app, config.server, logger), background.drain(config.server.drain_ms)]);
      clearTimeout(goodbye);
      metricsServer?.close();
      await heartbeat?.close();
      stopFollowing();
      stopCompiling();
      database?.stopFollowing();
      services.shadows.close();
      await services.inFlight.waitForNone(SETTLE_LIMIT_MS);
      await keeper.close();
      await services.close();
      stopLogging();
    },
  };
}

/** Undefined without a database: then nobody shows which processes there are. */
function startHeartbeat(services: GatewayServices, role: GatewayRole): Heartbeat | undefined {
  const { audit, database, replicaId, tasks } = services;
  return (
    database &&
    new Heartbeat(database.replicas, gatewayStatus(services), {
      id: replicaId,
      describe: () => {
        const { records, spooledBytes } = audit.backlog();
        return { role, spool_records: records, spool_bytes: spooledBytes, failing_tasks: tasks.failing() };
      },
      tasks,
    })
  );
}
