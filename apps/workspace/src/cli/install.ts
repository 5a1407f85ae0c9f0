import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GatewayConfig, loadConfigFile, parseConfig, readEnvironment, resolveConfigPath } from '@multilane/config';
import type { DatabaseLocation } from '@multilane/persistence';
import { CommandFailure } from './exit-codes.js';

export interface InstallOptions {
  /** gateway.yaml of the install. */
  readonly config?: string | undefined;
  /** The data folder of `npm start`. */
  readonly data?: string | undefined;
}

/** Configuration and database that the services of an install run on. */
export interface Install {
  readonly config: GatewayConfig;
  readonly location: DatabaseLocation;
  /** One or more keys, as `ENCRYPTION_KEY` holds them. */
  readonly encryptionKey: string | undefined;
}

/**
 * Reads what the services read: gateway.yaml if there is one, and the environment.
 *
 * @throws ConfigError for a file that is not valid, CommandFailure if no database is named
 */
export function findInstall({ config: given, data }: InstallOptions): Install {
  const environment = readEnvironment();
  const path = given ?? resolveConfigPath(environment);
  const hasFile = given !== undefined || Boolean(environment.GATEWAY_CONFIG) || existsSync(path);
  const { config } = hasFile ? loadConfigFile(path) : parseConfig('', { env: environment, sourceName: 'environment' });
  if (data !== undefined) return standalone(config, data, hasFile);
  const { url } = config.database;
  if (url === undefined) {
    throw new CommandFailure(
      'No database is named: set DATABASE_URL or database.url, or name the data folder of npm start with --data .multilane',
    );
  }
  return { config, location: { url }, encryptionKey: config.encryption.key };
}

/** Install that `npm start` created in its folder. Where it made the configuration too, its own key is the one in use. */
function standalone(config: GatewayConfig, data: string, hasFile: boolean): Install {
  const folder = join(data, 'data');
  if (!existsSync(folder)) throw new CommandFailure(`There is no database in ${data}.`);
  const keyFile = join(data, 'encryption.key');
  const ownKey = existsSync(keyFile) ? readFileSync(keyFile, 'utf8').trim() : undefined;
  return {
    config,
    location: { folder },
    encryptionKey: hasFile ? (config.encryption.key ?? ownKey) : ownKey,
  };
}
