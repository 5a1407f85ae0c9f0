import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.js';
import { type Environment, readEnvironment } from './environment.js';
import { parseConfig } from './parse-config.js';
import type { GatewayConfig } from './schema/gateway-config.js';

export interface LoadedConfig {
  config: GatewayConfig;
  /** Identifies the text that was read, so that a watcher knows an edit made since. */
  fingerprint: string;
}

/**
 * Reads a gateway.yaml from disk.
 *
 * @throws ConfigError with every problem, also where the file cannot be read
 */
export function loadConfigFile(path: string, env: Environment = readEnvironment()): LoadedConfig {
  const { text, fingerprint } = readConfigText(path);
  return { ...parseConfig(text, { env, sourceName: path }), fingerprint };
}

/** The text of the file and what identifies it. @throws ConfigError if it cannot be read */
export function readConfigText(path: string): { text: string; fingerprint: string } {
  try {
    const text = readFileSync(path, 'utf8');
    return { text, fingerprint: createHash('sha256').update(text).digest('hex') };
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new ConfigError(path, [{ path: '', line: 0, message: isMissing ? 'does not exist' : 'cannot be read' }]);
  }
}
