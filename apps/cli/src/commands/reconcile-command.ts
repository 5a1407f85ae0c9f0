import { isRecord } from '@multilane/contracts';
import { USAGE_SOURCES, type UsageSource } from '@multilane/importers';
import { type Command, Option } from 'commander';
import { type Answer, plain } from '../answer.js';
import type { Resource } from '../api/api-client.js';
import { findWorkspace } from '../apply/remote-resources.js';
import { act, type CliContext, openClient } from '../context.js';
import { CommandFailure, EXIT } from '../exit-codes.js';
import { readBill, writeLine } from '../usage/read-bill.js';
import { filesOf } from './usage-commands.js';

interface ReconcileOptions {
  readonly from?: UsageSource;
  readonly provider?: readonly string[];
  readonly workspace?: string;
  readonly since?: string;
  readonly until?: string;
  readonly tolerancePercent: string;
  readonly toleranceUsd: string;
  readonly all?: boolean;
}

/** Lines that the service takes at once. */
const MOST_LINES = 5_000;
/** Rows that a report for people has at most. */
const MOST_SHOWN = 100;

export function addReconcileCommand(program: Command, context: CliContext): void {
  const sources = USAGE_SOURCES.filter((source) => source !== 'litellm');
  const command = program
    .command('reconcile')
    .description(
      "Compares a provider's bill with the recorded requests, by day and model, and says where they differ and why. Exits 1 if they differ by more than the tolerance.",
    )
    .argument('<files...>', 'usage and cost exports of the provider: CSV or JSON, also with .gz')
    .addOption(new Option('--from <source>', 'provider that the bill is of').choices(sources))
    .option(
      '--provider <name>',
      'name of a provider here that the account pays; may be repeated, all of the kind by default',
      (name: string, before: readonly string[] | undefined) => [...(before ?? []), name],
    )
    .option('--workspace <name>', 'only requests of this workspace')
    .option('--since <day>', 'first day that is compared, such as 2026-11-01')
    .option('--until <day>', 'last day that is compared')
    .option('--tolerance-percent <number>', 'percent of the larger side by which both may differ', '1')
    .option('--tolerance-usd <amount>', 'US dollars by which costs may differ on top', '0.01')
    .option('--all', 'show days and models that agree too');
  act<[readonly string[]], ReconcileOptions>(context, command, async ({ args: [paths], options }) => {
    const files = filesOf(paths, { ...options, zone: 'UTC' });
    const percent = Number(options.tolerancePercent);
    if (!(percent >= 0 && percent <= 100)) {
      throw new CommandFailure('--tolerance-percent must be a number from 0 to 100.', EXIT.wrongUsage);
    }
    const bill = await readBill(files);
    if (bill.length > MOST_LINES) {
      throw new CommandFailure(
        `The bill has more than ${MOST_LINES} days and models. Narrow it with --since and --until.`,
      );
    }
    const client = openClient(context);
    const workspace = options.workspace === undefined ? undefined : await findWorkspace(client, options.workspace);
    const answer = await client.call('POST', '/admin/usage/reconciliations', {
      source: files.source,
      lines: bill.map(writeLine),
      providers: options.provider,
      tolerance_percent: percent,
      tolerance_usd: options.toleranceUsd,
      workspace_id: workspace?.id,
    });
    return describe(answer, options.all ?? false);
  });
}

function describe(answer: Resource, showsAll: boolean): Answer {
  const rows = Array.isArray(answer.rows) ? answer.rows.filter(isRecord) : [];
  const shown = rows.filter((row) => showsAll || row.differs === true);
  const { billed_cost_usd: billed, billed_tokens: tokens, differences, from, recorded_cost_usd: recorded, to } = answer;
  const total = [
    `${plain(from)} to ${plain(to)} (UTC): ${plain(differences)} of ${rows.length} days and models differ.`,
    `Billed: ${money(billed)}, ${count(tokens)} tokens. Recorded: ${money(recorded)}, ${count(answer.recorded_tokens)} tokens.`,
  ];
  const lines = shown.slice(0, MOST_SHOWN).flatMap(describeRow);
  if (shown.length > MOST_SHOWN) lines.push(`and ${shown.length - MOST_SHOWN} more. --json has all.`);
  return {
    data: answer,
    text: [...total, ...lines].join('\n'),
    exitCode: Number(differences) > 0 ? EXIT.failed : EXIT.done,
  };
}

function describeRow(row: Resource): string[] {
  const { billed, recorded } = row;
  const reasons = Array.isArray(row.reasons) ? row.reasons.filter(isRecord) : [];
  return [
    `${plain(row.day)}  ${plain(row.model) || '(no model)'}: billed ${describeSide(billed)}; recorded ${describeSide(recorded)}`,
    ...reasons.map(({ kind, text }) => `    ${plain(kind)}: ${plain(text)}`),
  ];
}

function describeSide(side: unknown): string {
  if (!isRecord(side)) return 'nothing';
  const cached = Number(side.cached_tokens ?? 0) > 0 ? ` (${plain(side.cached_tokens)} cached)` : '';
  const tokens =
    side.input_tokens === null
      ? ''
      : `, ${Number(side.input_tokens) + Number(side.cached_tokens ?? 0)} tokens in${cached}, ${plain(side.output_tokens)} out`;
  const requests = side.requests === null ? '' : `, ${plain(side.requests)} requests`;
  return `${money(side.cost_usd)}${tokens}${requests}`;
}

const money = (value: unknown): string => (typeof value === 'string' ? `$${plain(value)}` : 'no money');
const count = (value: unknown): string => (value === null || value === undefined ? 'no' : plain(value));
