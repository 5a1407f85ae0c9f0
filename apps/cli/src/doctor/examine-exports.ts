import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ExportSinkEntry, GatewayConfig } from '@multilane/config';
import { readRows, runOn } from '@multilane/sql';
import { Client } from 'pg';
import { bad, doubtful, type Finding, good, LIMIT_MS } from './finding.js';

interface State {
  readonly name: string;
  readonly state: string;
  readonly problem: string | null;
}

/** Statuses and problems that the process which exports to a sink has noted. */
const QUESTION = 'SELECT name, state, problem FROM export_sinks';

/** Looks whether each sink can be reached, and what its last batches came to. Sends no record and no credential. */
export async function examineExports({ database, exports, network }: GatewayConfig): Promise<Finding[]> {
  if (exports.length === 0 || database.url === undefined) return [];
  const states = await readStates(database.url);
  const findings = exports.map(async (entry): Promise<Finding> => {
    const state = states.find(({ name }) => name === entry.name);
    return (await findFault(entry, network.proxy !== undefined)) ?? judgeState(entry, state);
  });
  return Promise.all(findings);
}

function judgeState({ name }: ExportSinkEntry, state: State | undefined): Finding {
  const subject = `Sink ${name}`;
  const problem = state?.problem ?? 'The reason is not known.';
  if (state === undefined) {
    return doubtful(
      'export_not_begun',
      subject,
      'No gateway exports to it yet.',
      'Start a gateway with this file, with `async.workers` above 0.',
    );
  }
  if (state.state === 'refused') {
    return bad('export_refused', subject, `It takes no records. ${problem}`, 'Mend its `config`, or the sink.');
  }
  if (state.state === 'away') {
    return doubtful('export_away', subject, `It did not take the last batch. ${problem}`, 'Look at the sink.');
  }
  return good(subject, 'It takes records.');
}

async function findFault(entry: ExportSinkEntry, isProxied: boolean): Promise<Finding | undefined> {
  const subject = `Sink ${entry.name}`;
  if (entry.kind === 'file') {
    const folder = dirname(entry.config.path);
    const isWritable = await access(folder, constants.W_OK).then(
      () => true,
      () => false,
    );
    if (isWritable) return undefined;
    return bad('export_folder', subject, 'Its folder does not exist or is not writable.', 'Make the folder of `path`.');
  }
  // This command uses no proxy.
  if (isProxied) return undefined;
  try {
    const response = await fetch(addressOf(entry), { redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) });
    await response.body?.cancel();
    return undefined;
  } catch (error) {
    const { code } = ((error as Error).cause ?? error) as { code?: unknown };
    const why = typeof code === 'string' ? code : `no answer within ${LIMIT_MS / 1_000} seconds`;
    return bad('export_unreachable', subject, `It cannot be reached (${why}).`, 'Check its address and the firewall.');
  }
}

function addressOf(entry: Exclude<ExportSinkEntry, { kind: 'file' }>): string {
  if (entry.kind !== 's3') return entry.config.url;
  return entry.config.endpoint ?? `https://s3.${entry.config.region}.amazonaws.com`;
}

/** None if the database does not answer, which the check of the database says, or has no table of sinks yet. */
async function readStates(url: string): Promise<State[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: LIMIT_MS, query_timeout: LIMIT_MS });
  // The connection may break between two calls; the next call says so.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await readRows<State>(runOn(client), { name: 'text', state: 'text', problem: 'text?' }, QUESTION);
  } catch {
    // The check of the database names the reason.
    return [];
  } finally {
    await client.end().catch(() => undefined);
  }
}
