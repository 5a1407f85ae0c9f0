import { existsSync } from 'node:fs';
import {
  ConfigError,
  type Environment,
  type GatewayConfig,
  loadConfigFile,
  parseConfig,
  resolveConfigPath,
} from '@multilane/config';
import { examineDatabase } from './examine-database.js';
import { examineExports } from './examine-exports.js';
import { examineFiles } from './examine-files.js';
import { examinePort } from './examine-port.js';
import { examineProviders } from './examine-providers.js';
import { examinePublicAddress } from './examine-public-address.js';
import { examineRedis } from './examine-redis.js';
import { bad, doubtful, type Finding, good } from './finding.js';

export interface ExamineOptions {
  readonly environment: Environment;
  readonly configPath?: string | undefined;
  readonly callsProviders: boolean;
}

/** Looks at everything that the services need, as they would use it. Changes nothing. */
export async function examine({ environment, configPath, callsProviders }: ExamineOptions): Promise<Finding[]> {
  const path = configPath ?? resolveConfigPath(environment);
  const isNamed = configPath !== undefined || Boolean(environment.GATEWAY_CONFIG);
  const findings: Finding[] = [];
  if (isNamed && !existsSync(path)) {
    return [
      bad(
        'config_missing',
        'Configuration',
        `${path} does not exist.`,
        'Check GATEWAY_CONFIG, or start from gateway.yaml.example.',
      ),
    ];
  }
  const config = readConfig(path, environment, findings);
  findings.push(...examineFiles(config, existsSync(path) ? path : undefined, environment));
  if (config === undefined) return findings;
  findings.push(...examineSettings(config));
  const parts = await Promise.all([
    examinePort(config.server),
    config.database.url === undefined ? [] : examineDatabase(config.database.url),
    config.redis.url === undefined ? [] : examineRedis(config.redis.url),
    config.server.public_base_url === undefined ? [] : examinePublicAddress(config.server.public_base_url),
    callsProviders ? examineProviders(config) : [],
    examineExports(config),
  ]);
  return [...findings, ...parts.flat()];
}

function readConfig(path: string, environment: Environment, findings: Finding[]): GatewayConfig | undefined {
  try {
    const { config } = existsSync(path)
      ? loadConfigFile(path, environment)
      : parseConfig('', { env: environment, sourceName: 'environment' });
    findings.push(good('Configuration', `${existsSync(path) ? path : 'The environment'} is valid.`));
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) {
      findings.push(
        bad(
          'config_unreadable',
          'Configuration',
          `${path} cannot be read.`,
          'Give the account of the services permission to read it.',
        ),
      );
      return undefined;
    }
    const lines = error.problems.map(({ line, path: key, message }) => `line ${line}, ${key}: ${message}`);
    findings.push(
      bad(
        'config_invalid',
        'Configuration',
        lines.join('; '),
        'Mend these lines. Nothing else was checked with this file.',
      ),
    );
    return undefined;
  }
}

/** Settings that are valid, and still not what anybody wants. */
function examineSettings({ database, encryption, models, teams }: GatewayConfig): Finding[] {
  const findings: Finding[] = [];
  if (database.url !== undefined && encryption.key === undefined) {
    findings.push(
      bad(
        'encryption_key_missing',
        'Encryption',
        'There is a database and no encryption key: providers of workspaces cannot be stored.',
        'Set ENCRYPTION_KEY to the output of `openssl rand -base64 32`, and keep it safe.',
      ),
    );
  }
  if (models.length === 0 && database.url === undefined) {
    findings.push(
      doubtful(
        'no_models',
        'Models',
        'The file declares no model, and there is no database for others.',
        'Add `models:`, or set DATABASE_URL.',
      ),
    );
  }
  const empty = teams.flatMap(({ name, api_keys: keys }) =>
    keys.filter(({ key }) => key === '').map((key) => `${name}/${key.name}`),
  );
  if (empty.length > 0) {
    findings.push(
      doubtful(
        'key_empty',
        'Keys',
        `These keys are empty and cannot be used: ${empty.join(', ')}.`,
        'Set the variables that they reference.',
      ),
    );
  }
  return findings;
}
