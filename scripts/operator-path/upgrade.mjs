/** An upgrade under load: docs/upgrading.md. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { findPostgres, startLoad, waitUntil } from '../../libs/testing/dist/index.js';
import { CHAT, chatHeaders } from './first-chat.mjs';

const CONNECTIONS = 8;

/** Pause of each connection. A load without pauses would take the processor from the services that start, and show no more. */
const PAUSE_MS = 20;

const RECORDS_LIMIT_MS = 60_000;

/**
 * Upgrades a running stack while requests arrive, by the documented steps. Each request must be answered, and recorded once.
 *
 * @param {import('./stack.mjs').Stack} stack
 * @param {import('./image-trees.mjs').Release} release to upgrade to
 * @param {string} key
 * @param {number} sentBefore how many requests the stack has answered
 */
export async function upgradeUnderLoad(stack, release, key, sentBefore) {
  const url = `${stack.origin}/v1/chat/completions`;
  const load = startLoad(url, chatHeaders(key), JSON.stringify(CHAT), CONNECTIONS, PAUSE_MS);
  const upgrade = (async () => {
    const applied = await stack.migrate(release);
    await stack.replace(release);
    return applied;
  })();
  // The load must end whatever became of the upgrade.
  const [result] = await Promise.allSettled([upgrade]);
  const { total, outcomes } = await load.stop();
  if (result.status === 'rejected') throw result.reason;
  if (outcomes['200'] !== total || total === 0)
    throw new Error(`of ${total} requests some failed: ${JSON.stringify(outcomes)}`);
  const recorded = () => countRecords(stack.databaseUrl) === sentBefore + total || undefined;
  await waitUntil(`${total} audit records`, recorded, RECORDS_LIMIT_MS);
  return `${result.value} ${total} requests, all answered and recorded`;
}

/** @param {string} databaseUrl */
function countRecords(databaseUrl) {
  const options = ['--no-psqlrc', '--tuples-only', '--no-align', '--command', 'SELECT count(*) FROM audit_records'];
  const psql = join(findPostgres() ?? '', 'psql');
  return Number(execFileSync(psql, [...options, databaseUrl], { encoding: 'utf8' }));
}
