import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readEnvironment } from '@multilane/config';
import {
  mapRow,
  NO_MAPPING,
  parseUsageMapping,
  readLitellmRecord,
  showDollars,
  UsageCollector,
  type UsageMapping,
  type UsageRecord,
  writeAmount,
} from '@multilane/importers';
import {
  type Actor,
  type CompletedImport,
  type Database,
  OVERLAP_CHOICES,
  type OverlapChoice,
} from '@multilane/persistence';
import { type Command, Option } from 'commander';
import { NameFinder } from '../../modules/usage-imports/find-names.js';
import type { Answer } from '../answer.js';
import { act } from '../command-line.js';
import { CommandFailure, WrongUsage } from '../exit-codes.js';
import { readSpendLogs } from '../read-litellm-database.js';
import { parseName } from '../values.js';

/** Places that are summed in memory before they are written, and rows of one transaction. */
const MOST_WAITING = 20_000;
const BATCH = 1_000;

interface UsageImportOptions {
  readonly from?: string;
  readonly organization?: string;
  readonly map?: string;
  readonly account?: string;
  readonly overlap: OverlapChoice;
  readonly dryRun?: boolean;
}

/** Adds `import usage`. */
export function addUsageImport(group: Command): void {
  const command = group
    .command('usage')
    .description(
      'Imports the spend logs of a LiteLLM database as usage of the time before. Budgets, statements, limits and alerts do not count it.',
    )
    .option('--from <url>', 'address of the PostgreSQL of LiteLLM; LITELLM_DATABASE_URL by default')
    .option('--organization <name>', 'the organization; that of gateway.yaml by default', parseName)
    .option('--map <file>', 'YAML or JSON with teams, keys, users and models: names here by names of LiteLLM')
    .option('--account <name>', 'name that tells several LiteLLM apart')
    .addOption(
      new Option('--overlap <choice>', 'days with recorded requests of the same provider')
        .choices(OVERLAP_CHOICES)
        .default('reject'),
    )
    .option('--dry-run', 'read the rows and report, and import nothing');
  act<[], UsageImportOptions>(command, async (line, { options }) => {
    const url = options.from ?? readEnvironment().LITELLM_DATABASE_URL;
    if (!url) throw new WrongUsage('Name the database of LiteLLM with --from or LITELLM_DATABASE_URL.');
    const mapping = options.map === undefined ? NO_MAPPING : parseUsageMapping(readFileSync(options.map, 'utf8'));
    if (options.dryRun) {
      const collector = new UsageCollector();
      await collect(url, mapping, collector, () => {
        collector.take(MOST_WAITING);
        return Promise.resolve();
      });
      return describe(collector, undefined);
    }
    return line.withDatabase(async (database) => {
      const { id: organizationId } = await line.findOrganization(database, options.organization);
      return importRows(database, line.actor, { organizationId, url, mapping, options });
    });
  });
}

interface Import {
  readonly organizationId: string;
  readonly url: string;
  readonly mapping: UsageMapping;
  readonly options: UsageImportOptions;
}

async function importRows(database: Database, actor: Actor, asked: Import): Promise<Answer> {
  const { mapping, options, organizationId, url } = asked;
  const { account = '', overlap } = options;
  const { id } = await database.change(actor, ({ usageImports }) =>
    usageImports.begin(organizationId, { workspaceId: null, source: 'litellm', account, createdBy: actor.name ?? '' }),
  );
  const collector = new UsageCollector();
  const finder = new NameFinder(database, organizationId, null);
  const choices = [overlap, ...Object.values(mapping).map((names) => [...names])];
  const hash = createHash('sha256').update(JSON.stringify(choices));
  let batch = 0;
  const write = async (): Promise<void> => {
    while (collector.size > 0) {
      const taken = collector.take(BATCH);
      for (const row of taken) hash.update(JSON.stringify(row));
      const rows = await finder.findAll(taken);
      await database.change(actor, ({ usageImports }) => usageImports.addRows(organizationId, id, batch, rows));
      batch += 1;
    }
  };
  await collect(url, mapping, collector, write);
  await write();
  const done = await database.change(actor, ({ usageImports }) =>
    usageImports.complete(organizationId, id, hash.digest('hex'), overlap),
  );
  if (done.outcome !== 'overlap') return describe(collector, done);
  await database.change(actor, ({ usageImports }) => usageImports.remove(organizationId, id));
  const days = done.days.map(({ day, provider }) => `${day} (${provider})`).join(', ');
  throw new CommandFailure(`Requests of the same provider are recorded on ${days}. Add --overlap skip or keep.`);
}

/** Reads the rows of LiteLLM. @param write called when many places wait */
async function collect(
  url: string,
  mapping: UsageMapping,
  collector: UsageCollector,
  write: () => Promise<void>,
): Promise<void> {
  let line = 0;
  for await (const record of readSpendLogs(url)) {
    line += 1;
    const placed = { file: 'LiteLLM_SpendLogs', line, record: record as UsageRecord };
    for (const row of readLitellmRecord(placed, { zone: 'UTC' })) collector.add(mapRow(row, mapping));
    if (collector.size >= MOST_WAITING) await write();
  }
}

function describe(
  collector: UsageCollector,
  done: Exclude<CompletedImport, { outcome: 'overlap' }> | undefined,
): Answer {
  const { byModel, days, rowCount, sums } = collector;
  const models = byModel.map(({ cost, model, requests }) => ({ model, requests, cost_usd: writeAmount(cost) }));
  const lines = byModel
    .slice(0, 40)
    .map(({ cost, model, requests }) => `  ${model}: ${showDollars(cost)}, ${requests} requests`);
  const total = `${rowCount} rows, ${days.length} days from ${days[0] ?? '-'} to ${days.at(-1) ?? '-'} (UTC), ${showDollars(sums.cost)}`;
  const outcome =
    done === undefined
      ? 'Imported nothing: --dry-run.'
      : done.outcome === 'unchanged'
        ? `These rows were imported before, as ${done.record.id}: nothing was added.`
        : `Imported as ${done.record.id}.`;
  const data = {
    dry_run: done === undefined,
    outcome: done?.outcome ?? null,
    id: done?.record.id ?? null,
    rows: rowCount,
    days: days.length,
    cost_usd: writeAmount(sums.cost),
    models,
  };
  return { data, text: [total, ...lines, outcome].join('\n') };
}
