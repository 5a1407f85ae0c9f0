import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { plain } from '../answer.js';
import type { ApiClient, Resource } from '../api/api-client.js';
import { type CliContext, type GlobalOptions, openClient } from '../context.js';

interface TailOptions extends GlobalOptions {
  readonly team?: string;
  readonly model?: string;
  readonly status?: string;
  readonly since: string;
  readonly interval: string;
  readonly once?: boolean;
}

/** Records are written in batches: how far each look goes back before the newest one that was seen. */
const OVERLAP_MS = 30_000;
/** Ids that are remembered, so that none is printed twice. */
const MOST_REMEMBERED = 20_000;

export function addTailCommand(program: Command, context: CliContext): void {
  const command = program
    .command('tail')
    .description(
      'Prints requests as they are recorded, until it is interrupted. Needs the permission gateway.audit.read.',
    )
    .option('--team <name>', 'only requests of this team')
    .option('--model <name>', 'only requests for this model')
    .option('--status <code>', 'only requests with this HTTP status')
    .option('--since <seconds>', 'begin with requests of the last seconds', '0')
    .option('--interval <seconds>', 'seconds between two looks', '2')
    .option('--once', 'print what is there and end');
  command.action(async () => {
    await follow(context, openClient(context), command.optsWithGlobals<TailOptions>());
  });
}

async function follow(context: CliContext, client: ApiClient, options: TailOptions): Promise<void> {
  const { terminal, signal } = context;
  const seen = new Set<string>();
  const intervalMs = Math.max(0.2, Number(options.interval) || 2) * 1_000;
  let newest = Date.now() - Math.max(0, Number(options.since) || 0) * 1_000;
  const begin = newest;
  while (!signal.aborted) {
    const from = new Date(Math.max(begin, newest - OVERLAP_MS)).toISOString();
    const filters = { team: options.team, model: options.model, status: options.status };
    const given = Object.entries(filters).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const rows = await client.list('/admin/audit', { ...Object.fromEntries(given), from });
    for (const row of rows.toReversed()) {
      const id = String(row.id);
      if (seen.has(id)) continue;
      seen.add(id);
      newest = Math.max(newest, Date.parse(String(row.time)) || newest);
      terminal.write(options.json ? `${JSON.stringify(row)}\n` : `${describeRecord(row)}\n`);
    }
    for (const id of seen) {
      if (seen.size <= MOST_REMEMBERED) break;
      seen.delete(id);
    }
    if (options.once) return;
    await sleep(intervalMs, undefined, { signal }).catch(() => undefined);
  }
}

/** One request on one line. */
export function describeRecord(row: Resource): string {
  const tokens = row.total_tokens === null ? '' : `${plain(row.total_tokens)} tokens`;
  const cost = typeof row.cost_usd === 'number' ? `$${row.cost_usd.toFixed(6)}` : '';
  return [
    plain(row.time),
    plain(row.status ?? '---'),
    plain(row.endpoint),
    plain(row.model ?? '-'),
    plain(row.team ?? row.credential_name ?? '-'),
    `${Math.round(Number(row.duration_ms))} ms`,
    tokens,
    cost,
    plain(row.error_code ?? ''),
  ]
    .filter((part) => part !== '')
    .join('  ');
}
