import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError } from '../config-error.js';
import { type Environment, readEnvironment } from '../environment.js';
import { parseConfig } from '../parse-config.js';
import type { GatewayConfig } from '../schema/gateway-config.js';

/** Text of a file. */
export interface ConfigText {
  readonly text: string;
  /** Identifies the text, so that a watcher knows an edit made since. */
  readonly fingerprint: string;
}

export interface LoadedConfig extends ConfigText {
  readonly config: GatewayConfig;
}

/**
 * Reads a gateway.yaml from disk.
 *
 * @throws ConfigError with every problem, also where the file cannot be read
 */
export function loadConfigFile(path: string, env: Environment = readEnvironment()): LoadedConfig {
  const file = readConfigText(path);
  return { config: parseConfig(file.text, { env, sourceName: path }).config, ...file };
}

/** @throws ConfigError if the file cannot be read */
export function readConfigText(path: string): ConfigText {
  try {
    const text = readFileSync(path, 'utf8');
    return { text, fingerprint: createHash('sha256').update(text).digest('hex') };
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new ConfigError(path, [{ path: '', line: 0, message: isMissing ? 'does not exist' : 'cannot be read' }]);
  }
}
