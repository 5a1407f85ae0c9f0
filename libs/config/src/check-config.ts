import { basename } from 'node:path';
import { ConfigError } from './config-error.js';
import type { Environment } from './environment.js';
import { loadConfigFile } from './file/load-config-file.js';
import type { GatewayConfig } from './schema/gateway-config.js';

const USAGE = `Usage: gateway:check <file>

Checks a gateway.yaml and lists everything that is wrong with it, with the line of each problem.
Variables in \${…} are read from the environment, as the gateway would read them.

Exits 0 when the file is valid, else 1.
`;

/** Computes the command's output and exit code. It prints counts and problems, never a value of the file. */
export function checkConfig(args: readonly string[], environment?: Environment): { exitCode: 0 | 1; output: string } {
  if (args.includes('--help') || args.includes('-h')) return { exitCode: 0, output: USAGE };
  const [path, ...rest] = args;
  if (path === undefined || path.startsWith('-') || rest.length > 0) return { exitCode: 1, output: USAGE };
  try {
    const { config } = loadConfigFile(path, environment);
    return { exitCode: 0, output: `${basename(path)} is valid: ${summarize(config)}.\n` };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { exitCode: 1, output: `${error.message}\n` };
  }
}

function summarize(config: GatewayConfig): string {
  const keys = config.teams.flatMap((team) => team.api_keys);
  return [
    amount(config.models.length, 'model'),
    amount(config.virtual_models.length, 'virtual model'),
    amount(config.providers.length, 'provider'),
    amount(config.routing_configs.length, 'routing config'),
    amount(config.teams.length, 'team'),
    amount(keys.length, 'key'),
    amount(config.guardrails.length, 'guardrail'),
  ].join(', ');
}

function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
