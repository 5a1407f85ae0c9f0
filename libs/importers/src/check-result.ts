import { ConfigError, parseConfig } from '@multilane/config';
import type { ImportVariable, VariableKind } from './import-result.js';

/** Values of the right form for variables that are not set yet. */
const STAND_INS: Readonly<Record<VariableKind, string>> = {
  secret: 'stand-in-for-a-secret',
  url: 'https://stand-in.example.com',
  text: 'stand-in',
  json: '{"project_id":"stand-in"}',
  number: '6379',
  postgres: 'postgres://stand-in@localhost/stand-in',
  redis: 'redis://localhost:6379',
};

/**
 * Checks the text of a gateway.yaml whose variables are not set yet with the configuration loader, and returns its
 * problems.
 */
export function checkResult(yaml: string, variables: readonly ImportVariable[]): string[] {
  const env = Object.fromEntries(variables.map(({ name, kind }) => [name, STAND_INS[kind]]));
  try {
    parseConfig(yaml, { env });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ path, line, message }) => `gateway.yaml:${line} ${path}: ${message}`);
  }
}
