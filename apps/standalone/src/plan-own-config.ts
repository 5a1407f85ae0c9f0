import { existsSync } from 'node:fs';
import { type Environment, loadConfigFile, resolveConfigPath } from '@multilane/config';
import type { Plan } from './plan.js';
import { StartError } from './start-error.js';

/**
 * The user's own configuration, if there is one: the file that GATEWAY_CONFIG names, else ./gateway.yaml. It is taken
 * as it is, without a demo key.
 *
 * @throws ConfigError with everything that is wrong with the file
 */
export function planOwnConfig(environment: Environment, simulator: boolean): Plan | undefined {
  const configFile = resolveConfigPath(environment);
  if (!environment.GATEWAY_CONFIG && !existsSync(configFile)) return undefined;
  if (simulator) {
    throw new StartError(
      `--simulator changes what npm start sets up by itself, but ${configFile} is in force.\n` +
        'Add a model to it with provider: simulator, or start without the flag.',
    );
  }
  return {
    config: loadConfigFile(configFile, environment).config,
    configFile,
    isFollowed: true,
    apiKey: undefined,
    notes: [`${configFile} is in force: its models, teams and keys. No demo key was added.`],
  };
}
