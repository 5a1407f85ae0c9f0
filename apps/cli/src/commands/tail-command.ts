import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { plain } from '../answer.js';
import type { ApiClient, Resource } from '../api/api-client.js';
import { type CliContext, type GlobalOptions, openClient } from '../context.js';
import { CommandFailure, EXIT } from '../exit-codes.js';

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
    .option(
      '--since <time>',
      'begin with requests of the last time, such as 90, 30m, 2h or 7d, or since an RFC 3339 time',
      '0',
    )
    .option('--interval <time>', 'time between two looks, such as 2 or 1m', '2')
    .option('--once', 'print what is there and end');
  command.action(async () => {
    await follow(context, openClient(context), command.optsWithGlobals<TailOptions>());
  });
}

async function follow(context: CliContext, client: ApiClient, options: TailOptions): Promise<void> {
  const { terminal, signal } = context;
  const seen = new Set<string>();
  const intervalMs = Math.min(86_400_000, Math.max(200, readDuration('--interval', options.interval)));
  let newest = readSince(options.since, Date.now());
  const begin = newest;
  let isFirst = true;
  while (!signal.aborted) {
    const from = new Date(Math.max(begin, newest - OVERLAP_MS)).toISOString();
    const rows = await client.list('/admin/audit', { ...filtersOf(options), from });
    for (const row of rows.toReversed()) {
      const id = String(row.id);
      if (seen.has(id)) continue;
      seen.add(id);
      newest = Math.max(newest, Date.parse(String(row.time)) || newest);
      terminal.write(options.json ? `${JSON.stringify(row)}\n` : `${describeRecord(row)}\n`);
    }
    forgetOldest(seen);
    if (seen.size === 0 && isFirst) terminal.writeError(describeNothing(from, options.once ?? false));
    if (options.once) return;
    isFirst = false;
    await sleep(intervalMs, undefined, { signal }).catch(() => undefined);
  }
}

function forgetOldest(seen: Set<string>): void {
  for (const id of seen) {
    if (seen.size <= MOST_REMEMBERED) return;
    seen.delete(id);
  }
}

function filtersOf({ team, model, status }: TailOptions): Record<string, string> {
  const given = Object.entries({ team, model, status });
  return Object.fromEntries(given.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

function describeNothing(from: string, isOnce: boolean): string {
  return `There are no such requests since ${from}${isOnce ? '.' : ' yet. Waiting for some.'}\n`;
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1_000,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** A number of seconds, or one with a unit. @throws CommandFailure for anything else */
function readDuration(option: string, text: string): number {
  const [, amount, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)\s*([smhdw]?)$/i.exec(text.trim()) ?? [];
  const factor = UNITS[unit.toLowerCase()];
  if (amount !== undefined && factor !== undefined) return Number(amount) * factor;
  throw new CommandFailure(`${option} must be a time such as 90, 30m, 2h or 7d.`, EXIT.wrongUsage);
}

/** Milliseconds since the epoch. @throws CommandFailure */
export function readSince(text: string, now: number): number {
  const time = /^\d{4}-\d\d-\d\d/.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  return Math.max(0, now - readDuration('--since', text));
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
