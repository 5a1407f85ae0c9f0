import 'reflect-metadata';
import { drain, Readiness, serveMetrics } from '@multilane/http';
import { releaseStartMemory } from '@multilane/process';
import { createServices } from './create-services.js';
import { createHttpApp, type RequestTaker } from './http/create-http-app.js';
import { logStrayRejections } from './log-stray-rejections.js';
import { type ConfigSource, followConfig } from './snapshot/follow-config.js';

export interface RunningGateway {
  readonly url: string;
  /** Opens the audit log anew, after log rotation has moved it away. */
  reopenAudit(): void;
  /** Drains and stops as decisions section 10 says; resolves when everything is flushed. */
  stop(): Promise<void>;
}

/**
 * Boots the gateway, step by step. Rejects with a `ConfigError` when the configuration is not valid, and with the
 * system's error when the port cannot be listened on.
 *
 * @param alongside another service at the same address, which takes what is its own
 */
export async function startGateway(source: ConfigSource, alongside?: RequestTaker): Promise<RunningGateway> {
  const config = source.config;
  const services = createServices(config);
  const stopLogging = logStrayRejections(services.logger);
  const following = followConfig(source, services);
  const app = await createHttpApp(config, services, alongside);
  releaseStartMemory();
  await app.listen(config.server.port, config.server.host);
  const metricsServer = await serveMetrics(config.server.metrics_port, config.server.host, services.metrics);
  const url = await app.getUrl();
  services.logger.info({ url, models: config.models.length, teams: config.teams.length }, 'the gateway is ready');
  return {
    url,
    reopenAudit: () => services.audit.reopen(),
    stop: async () => {
      app.get(Readiness).startDraining();
      await drain(app, config.server, services.logger);
      metricsServer?.close();
      await following.close();
      await services.close();
      stopLogging();
    },
  };
}
