import { createHash } from 'node:crypto';
import { type GatewayConfig, watchConfigFile } from '@multilane/config';
import type { GatewayServices } from '../gateway-services.js';
import { CredentialSources } from '../upstream/credentials/credential-sources.js';
import { Transports } from '../upstream/transports.js';
import { buildSnapshot } from './build-snapshot.js';
import { findUnservedSettings } from './find-unserved-settings.js';

export interface ConfigSource {
  readonly config: GatewayConfig;
  /** The file to follow; without one the configuration never changes. */
  readonly path?: string;
  /** Of the file as `config` was read from it, so that an edit made since is not missed. */
  readonly fingerprint?: string;
  /** What this process changes about each configuration that it puts in force. */
  readonly adapt?: (config: GatewayConfig) => GatewayConfig;
}

/**
 * Puts the configuration in force, and again whenever its file changes to something valid; an invalid file is logged
 * and the running configuration stays. Settings of the listener itself (port, host, limits of bodies) need a restart.
 */
export function followConfig(
  { config, path, fingerprint, adapt = (unchanged) => unchanged }: ConfigSource,
  services: GatewayServices,
): { close(): Promise<void> } {
  const { logger, metrics, snapshots } = services;
  const transports = new Transports();
  const credentials = new CredentialSources((provider, { detail }) =>
    logger.error({ provider, detail }, 'a provider has no credential; it is tried again'),
  );
  const close = (): Promise<void> => {
    credentials.close();
    return transports.close();
  };

  const put = (read: GatewayConfig): void => {
    const next = adapt(read);
    const hash = createHash('sha256').update(JSON.stringify(next)).digest('hex').slice(0, 16);
    snapshots.replace(buildSnapshot(next, hash, { transports, credentials }));
    transports.retireUnwanted();
    credentials.putInForce();
    metrics.setConfigHash(hash);
    for (const warning of findUnservedSettings(next)) logger.warn({ setting: warning.setting }, warning.message);
  };
  put(config);
  if (path === undefined) return { close };

  const watcher = watchConfigFile(path, {
    fingerprint,
    onChange: (next) => {
      try {
        put(next);
        metrics.recordConfigReload('applied');
        logger.info({ hash: snapshots.current?.hash }, 'the configuration was reloaded');
      } catch (error) {
        metrics.recordConfigReload('rejected');
        logger.error({ err: error }, 'the configuration could not be applied; the running one stays');
      }
    },
    onProblem: (error) => {
      metrics.recordConfigReload('rejected');
      logger.error({ problems: error.problems }, 'the edited configuration is not valid; the running one stays');
    },
  });
  return {
    close: () => {
      watcher.close();
      return close();
    },
  };
}
