import { once } from 'node:events';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { connect } from 'node:net';
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

/** Sink of an organization or a workspace. */
interface TenantState extends State {
  readonly organization: string;
  /** Sinks in the same state, with this one. */
  readonly count: number;
}

/** Statuses and problems that the process which exports to a sink has noted. */
const QUESTION = 'SELECT name, state, problem FROM export_sinks WHERE export_id IS NULL';

/** How many sinks of organizations are in each state, with the one that is in it for the longest time. */
const TENANTS_QUESTION = `SELECT DISTINCT ON (state) state, count(*) OVER (PARTITION BY state)::int AS count, exports.name, problem,
         organizations.name AS organization
    FROM export_sinks AS sinks JOIN exports ON exports.id = sinks.export_id
    JOIN organizations ON organizations.id = exports.organization_id
   WHERE exports.enabled ORDER BY state, halted_at, sinks.id`;

const TENANT_ADVICE =
  'Its people see the problem on the page Exports of the console, and an alert rule of the kind stopped_export tells them.';

/**
 * Looks whether each sink of the file can be reached, and what the last batches of all sinks came to. Sends no record and no credential, and
 * opens no connection to an address that a tenant chose.
 */
export async function examineExports({ database, exports, network }: GatewayConfig): Promise<Finding[]> {
  if (database.url === undefined) return [];
  const { own, ofTenants } = await readStates(database.url);
  const findings = exports.map(async (entry): Promise<Finding> => {
    const state = own.find(({ name }) => name === entry.name);
    return (await findFault(entry, network.proxy !== undefined)) ?? judgeState(entry, state);
  });
  return [...(await Promise.all(findings)), ...ofTenants.map(judgeTenants)];
}

function judgeTenants({ count, name, organization, problem, state }: TenantState): Finding {
  const subject = 'Sinks of organizations';
  if (state !== 'refused' && state !== 'away' && state !== 'stopped') {
    return good(subject, `${state === 'new' ? 'Without a record yet' : 'Working'}: ${count}.`);
  }
  const what = { refused: 'Refuse records', away: 'Did not take their last batch', stopped: 'Stopped' }[state];
  const first = `The first is "${name}" of the organization "${organization}". ${problem ?? 'The reason is not known.'}`;
  return doubtful(`tenant_export_${state}`, subject, `${what}: ${count}. ${first}`, TENANT_ADVICE);
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
  if (entry.kind === 'kafka') return findUnreachable(entry);
  // This command uses no proxy.
  if (isProxied) return undefined;
  try {
    const response = await fetch(addressOf(entry), { redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) });
    await response.body?.cancel();
    return undefined;
  } catch (error) {
    return unreachable(entry, error);
  }
}

function unreachable({ name }: ExportSinkEntry, error: unknown): Finding {
  const { code } = ((error as Error).cause ?? error) as { code?: unknown };
  const why = typeof code === 'string' ? code : `no answer within ${LIMIT_MS / 1_000} seconds`;
  const advice = 'Check its address and the firewall.';
  return bad('export_unreachable', `Sink ${name}`, `It cannot be reached (${why}).`, advice);
}

/** One broker that takes connections is enough: it names the others. */
async function findUnreachable(entry: Extract<ExportSinkEntry, { kind: 'kafka' }>): Promise<Finding | undefined> {
  let failure: unknown;
  for (const broker of entry.config.brokers) {
    const { hostname, port } = new URL(`http://${broker}`);
    // The URL leaves out the port of its scheme.
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) });
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(LIMIT_MS) });
      return undefined;
    } catch (error) {
      failure = error;
    } finally {
      socket.destroy();
    }
  }
  return unreachable(entry, failure);
}

function addressOf(entry: Exclude<ExportSinkEntry, { kind: 'file' | 'kafka' }>): string {
  if (entry.kind !== 's3') return entry.config.url;
  return entry.config.endpoint ?? `https://s3.${entry.config.region}.amazonaws.com`;
}

/** None if the database does not answer, which the check of the database says, or has no table of sinks yet. */
async function readStates(url: string): Promise<{ own: State[]; ofTenants: TenantState[] }> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: LIMIT_MS, query_timeout: LIMIT_MS });
  // The connection may break between two calls; the next call says so.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const state = { name: 'text', state: 'text', problem: 'text?' } as const;
    return {
      own: await readRows<State>(runOn(client), state, QUESTION),
      ofTenants: await readRows<TenantState>(
        runOn(client),
        { ...state, organization: 'text', count: 'integer' },
        TENANTS_QUESTION,
      ),
    };
  } catch {
    // The check of the database names the reason.
    return { own: [], ofTenants: [] };
  } finally {
    await client.end().catch(() => undefined);
  }
}
