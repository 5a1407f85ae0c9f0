/** deploy/backup.sh and deploy/restore.sh on a database of the tests. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findPostgres } from '../../libs/testing/dist/index.js';

const FILES = ['SHA256SUMS', 'gateway.yaml', 'multilane.dump'];

/**
 * @param {string} backup the new folder
 * @param {string} databaseUrl
 * @param {string} configFile
 */
export function backUp(backup, databaseUrl, configFile) {
  run('backup.sh', backup, { DATABASE_URL: databaseUrl, GATEWAY_CONFIG: configFile });
  const files = readdirSync(backup).sort();
  if (files.join() !== FILES.join()) throw new Error(`the backup has the files ${files}`);
  return files.join(', ');
}

/**
 * @param {string} backup
 * @param {string} databaseUrl of an empty database
 */
export function restore(backup, databaseUrl) {
  run('restore.sh', backup, { DATABASE_URL: databaseUrl });
}

/**
 * @param {string} script
 * @param {string} folder
 * @param {Record<string, string>} env
 */
function run(script, folder, env) {
  const path = fileURLToPath(new URL(`../../deploy/${script}`, import.meta.url));
  const PATH = `${findPostgres()}:/usr/bin:/bin`;
  const { status, stderr, error } = spawnSync(path, [folder], { encoding: 'utf8', env: { PATH, ...env } });
  if (status !== 0) throw new Error(`${script} exited with ${status}: ${error?.message ?? stderr}`);
}
