import { ConfigError, type ConfigProblem } from '@multilane/config';
import type { WorkspaceSource } from './workspace-source.js';

/** Rejects a configuration that the control plane cannot run on. @throws ConfigError that names everything missing */
export function checkSettings({ config, path = 'gateway.yaml', embeddedFolder }: WorkspaceSource): void {
  const problems: ConfigProblem[] = [];
  if (config.database.url === undefined && embeddedFolder === undefined) {
    problems.push(
      missing('database.url', 'the workspace keeps people and credentials in Postgres; set it or DATABASE_URL'),
    );
  }
  if (config.encryption.key === undefined) {
    const words =
      'the workspace encrypts stored secrets; set it or ENCRYPTION_KEY (`openssl rand -base64 32` makes one)';
    problems.push(missing('encryption.key', words));
  }
  if (problems.length > 0) throw new ConfigError(path, problems);
}

function missing(key: string, words: string): ConfigProblem {
  return { path: key, line: 0, message: `is missing: ${words}` };
}
