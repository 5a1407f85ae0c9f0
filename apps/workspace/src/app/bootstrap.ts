import 'reflect-metadata';
import type { RequestListener } from 'node:http';
import { drain, Heartbeat, Readiness, serveMetrics } from '@multilane/http';
import type { DatabaseWithSecrets } from '@multilane/persistence';
import { restorePriority } from '@multilane/process';
import { SetupService } from '../modules/auth/setup.service.js';
import type { WorkspaceServices } from '../services/workspace-services.js';
import { workspaceStatus } from '../workspace-status.js';
import { applyConfig } from './apply-config.js';
import { checkSettings } from './check-settings.js';
import { createHttpApp, type HttpApp } from './create-http-app.js';
import { createServices, type OpenedServices } from './create-services.js';
import { followConfig } from './follow-config.js';
import type { WorkspaceSource } from './workspace-source.js';

/** The control plane, made and not yet listening. */
export interface Workspace {
  /** Serves a request that came in on a server of somebody else's. */
  readonly handle: RequestListener;
  /** The database that it has open, for a service in the same process; with the channel of its changes. */
  readonly database: { readonly database: DatabaseWithSecrets } & Pick<WorkspaceServices, 'channel'>;
  /** Token by which the first owner proves its identity; undefined if somebody has an account. */
  readonly setupToken: string | undefined;
  /** Ends it, once nothing is being served any more. */
  close(): Promise<void>;
}

export interface RunningWorkspace {
  readonly url: string;
  readonly setupToken: string | undefined;
  /** Drains and stops as docs/contract/operations.md#shutdown says; resolves when everything is flushed. */
  stop(): Promise<void>;
}

/** Boots the control plane on a port of its own. Rejects as `createWorkspace` does, and if it cannot listen. */
export async function startWorkspace(source: WorkspaceSource): Promise<RunningWorkspace> {
  const { server } = source.config;
  const { services, http, setupToken } = await makeWorkspace(source);
  await http.app.listen(server.port, server.host);
  restorePriority();
  const metricsServer = await serveMetrics(server.metrics_port, server.host, services.metrics);
  const url = await http.app.getUrl();
  services.logger.info({ url }, 'the workspace is ready');
  return {
    url,
    setupToken,
    stop: async () => {
      http.app.get(Readiness, { strict: false }).startDraining();
      await drain(http.app, server, services.logger);
      metricsServer?.close();
      await services.close();
    },
  };
}

/**
 * Makes the control plane for a server that somebody else listens with. Rejects with a `ConfigError` when the
 * configuration does not do, and with `DatabaseInUse` or `DatabaseUnavailable` when the database does not.
 */
export async function createWorkspace(source: WorkspaceSource): Promise<Workspace> {
  const { services, http, setupToken } = await makeWorkspace(source);
  return {
    handle: http.handle,
    database: { database: services.opened, channel: services.channel },
    setupToken,
    close: async () => {
      await http.app.close();
      await services.close();
    },
  };
}

/** The parts of a control plane that is made and serves nobody yet. */
export interface MadeWorkspace {
  readonly services: OpenedServices;
  readonly http: HttpApp;
  readonly setupToken: string | undefined;
}

/** Boots it as far as that goes without a port. */
export async function makeWorkspace(source: WorkspaceSource): Promise<MadeWorkspace> {
  checkSettings(source);
  const services = await createServices(source);
  try {
    await services.database.migrate();
    await services.database.checkEncryptionKey(true);
    const organization = await applyConfig(services.database, source.config);
    const http = await createHttpApp(services, source.coHostedApi);
    const setupToken = await http.app.get(SetupService, { strict: false }).prepare(organization.id);
    const following = followConfig(source, services);
    const heartbeat = new Heartbeat(services.database.replicas, workspaceStatus(services), {
      describe: () => ({ failing_tasks: services.tasks.failing() }),
      tasks: services.tasks,
    });
    const close = async (): Promise<void> => {
      following.close();
      await heartbeat.close();
      await services.close();
    };
    return { services: { ...services, close }, http, setupToken };
  } catch (error) {
    await services.close();
    throw error;
  }
}
