import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Environment, GatewayConfig } from '@multilane/config';
import { credentialsPath } from '../api/credentials.js';
import { bad, doubtful, type Finding } from './finding.js';

const LEAST_FREE_BYTES = 512 * 1024 * 1024;

/** Permissions of files, and folders that the services write. */
export function examineFiles(
  config: GatewayConfig | undefined,
  configPath: string | undefined,
  environment: Environment,
): Finding[] {
  const findings: Finding[] = [];
  if (configPath !== undefined) findings.push(...examineSecretFile(configPath, 'config_permissions', 'Configuration'));
  const saved = credentialsPath(environment);
  if (existsSync(saved))
    findings.push(...examineSecretFile(saved, 'credentials_permissions', 'Token of the command line'));
  if (config === undefined) return findings;
  const { ca_file: authority } = config.network;
  if (authority !== undefined) findings.push(...examineAuthority(authority));
  for (const folder of [config.audit.spool_dir, config.audit.path && dirname(config.audit.path)]) {
    if (typeof folder === 'string') findings.push(...examineFolder(folder));
  }
  return findings;
}

function examineSecretFile(path: string, code: string, subject: string): Finding[] {
  const { mode } = statSync(path);
  const others = mode & 0o007;
  if (others === 0 || process.platform === 'win32') return [];
  const what = others & 0o002 ? 'change' : 'read';
  return [doubtful(code, subject, `Every account of the machine can ${what} ${path}.`, `Run: chmod 640 ${path}`)];
}

function examineAuthority(path: string): Finding[] {
  const advice = 'Set `network.ca_file` to a file of certificates in PEM format.';
  try {
    if (readFileSync(path, 'utf8').includes('-----BEGIN CERTIFICATE-----')) return [];
    return [bad('ca_file_invalid', 'Certificates', `${path} holds no certificate.`, advice)];
  } catch {
    return [bad('ca_file_missing', 'Certificates', `${path} cannot be read.`, advice)];
  }
}

/** The folder, or where it does not exist yet, the nearest one that would hold it. */
function examineFolder(folder: string): Finding[] {
  let existing = resolve(folder);
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  if (!statSync(existing).isDirectory()) {
    return [bad('folder_not_writable', 'Files', `${existing} is no folder.`, 'Name another folder.')];
  }
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch {
    return [
      bad(
        'folder_not_writable',
        'Files',
        `${existing} cannot be written: records would be lost while the database is away.`,
        'Give the account of the services this folder, or a volume.',
      ),
    ];
  }
  const { bavail, bsize } = statfsSync(existing);
  if (bavail * bsize >= LEAST_FREE_BYTES) return [];
  return [doubtful('disk_full', 'Files', `${existing} has less than 512 MB of free space.`, 'Free some space.')];
}
