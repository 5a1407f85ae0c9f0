import { isRecord, isTimeZoneName } from '@multilane/contracts';
import {
  NO_MAPPING,
  parseUsageMapping,
  USAGE_SOURCES,
  type UsageMapping,
  type UsageSource,
} from '@multilane/importers';
import { type Command, Option } from 'commander';
import { type Answer, plain } from '../answer.js';
import type { ApiClient, Resource } from '../api/api-client.js';
import { findWorkspace } from '../apply/remote-resources.js';
import { act, type CliContext, openClient } from '../context.js';
import { CommandFailure, EXIT, PermissionFailure } from '../exit-codes.js';
import { readTextFile } from '../read-file.js';
import { describeUsage, viewUsage } from '../usage/describe-usage.js';
import { readFiles, sendFiles, type UsageFiles } from '../usage/import-usage.js';

interface UsageOptions {
  readonly from?: UsageSource;
  readonly account?: string;
  readonly workspace?: string;
  readonly map?: string;
  readonly keyTeam?: readonly string[];
  readonly zone: string;
  readonly teamTag?: string;
  readonly since?: string;
  readonly until?: string;
  readonly overlap: string;
  readonly dryRun?: boolean;
  readonly list?: boolean;
  readonly remove?: string;
}

/** Adds `import usage` to the group `import`. */
export function addUsageImport(group: Command, context: CliContext): void {
  const command = group
    .command('usage')
    .description(
      'Imports usage of the time before from exports of LiteLLM, OpenAI, Anthropic and AWS, so that charts have a history. Budgets, statements, limits and alerts do not count it.',
    )
    .argument('[files...]', 'CSV or JSON files, also with .gz; all files of a day together')
    .addOption(new Option('--from <source>', 'product or provider that the files are of').choices(USAGE_SOURCES))
    .option('--account <name>', 'name that tells several accounts of one source apart')
    .option('--workspace <name>', 'workspace of the usage; without it that of the token, else the organization')
    .option('--map <file>', 'YAML or JSON with teams, keys, users and models: names here by names of the source')
    // A list of values would take the files with it.
    .option(
      '--key-team <key=team>',
      'team of a key, project or workspace of the source; may be repeated',
      (pair: string, before: readonly string[]) => [...before, pair],
      [] as readonly string[],
    )
    .option('--zone <name>', 'time zone of times without an offset', 'UTC')
    .option('--team-tag <name>', 'tag of AWS that names the team')
    .option('--since <day>', 'first day that counts, such as 2026-11-01')
    .option('--until <day>', 'last day that counts')
    .addOption(
      new Option('--overlap <choice>', 'days with recorded requests of the same provider')
        .choices(['reject', 'skip', 'keep'])
        .default('reject'),
    )
    .option('--dry-run', 'read the files and report, and import nothing')
    .option('--list', 'list the imports')
    .option('--remove <id>', 'remove an import with its rows');
  act<[readonly string[]], UsageOptions>(context, command, ({ args: [paths], options }) => {
    if (options.list) return listImports(openClient(context));
    if (options.remove !== undefined) return removeImport(openClient(context), options.remove);
    return importFiles(context, paths, options);
  });
}

async function importFiles(context: CliContext, paths: readonly string[], options: UsageOptions): Promise<Answer> {
  const files = filesOf(paths, options);
  if (options.dryRun) {
    const collector = await readFiles(files);
    const unknown = await findUnknown(
      context,
      collector.byModel.map(({ model }) => model),
    );
    const text = `${describeUsage(collector, unknown)}\nImported nothing: --dry-run.`;
    return { data: { dry_run: true, ...viewUsage(collector, unknown) }, text };
  }
  const client = openClient(context);
  const workspaceId = options.workspace === undefined ? undefined : (await findWorkspace(client, options.workspace)).id;
  const { answer, collector } = await sendFiles(client, files, {
    account: options.account,
    overlap: options.overlap,
    workspaceId: workspaceId === undefined ? undefined : String(workspaceId),
  });
  const unknown = await findUnknown(
    context,
    collector.byModel.map(({ model }) => model),
  );
  return {
    data: { dry_run: false, ...answer, ...viewUsage(collector, unknown) },
    text: `${describeUsage(collector, unknown)}\n${describeOutcome(answer)}`,
  };
}

/** Files and choices of a command line. @throws CommandFailure */
export function filesOf(
  paths: readonly string[],
  options: Pick<UsageOptions, 'from' | 'keyTeam' | 'map' | 'since' | 'teamTag' | 'until' | 'zone'>,
): UsageFiles {
  const { from: source, since, teamTag, until, zone } = options;
  if (source === undefined) throw new CommandFailure('Name the source of the files with --from.', EXIT.wrongUsage);
  if (paths.length === 0) throw new CommandFailure('Name the files to read.', EXIT.wrongUsage);
  for (const [name, day] of Object.entries({ since, until })) {
    if (day !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(day)) {
      throw new CommandFailure(`--${name} must be a day such as 2026-11-01.`, EXIT.wrongUsage);
    }
  }
  if (!isTimeZoneName(zone)) throw new CommandFailure('--zone must be the IANA name of a time zone.', EXIT.wrongUsage);
  return { source, paths, mapping: mappingOf(options), zone, teamTag, since, until };
}

function mappingOf({ keyTeam = [], map }: Pick<UsageOptions, 'keyTeam' | 'map'>): UsageMapping {
  const mapping = map === undefined ? NO_MAPPING : parseUsageMapping(readTextFile(map));
  const pairs = keyTeam.map((pair) => {
    const at = pair.lastIndexOf('=');
    if (at < 1 || at === pair.length - 1) {
      throw new CommandFailure(
        '--key-team must be a name of the source and a team, such as proj_1=search.',
        EXIT.wrongUsage,
      );
    }
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  });
  return { ...mapping, teams: new Map([...mapping.teams, ...pairs]) };
}

/** Finds models that no model of the service has as its name or asks; undefined if the service cannot be asked. */
async function findUnknown(context: CliContext, models: readonly string[]): Promise<readonly string[] | undefined> {
  try {
    const rows = await openClient(context).list('/admin/models');
    const known = new Set(rows.flatMap((row) => [row.logical_name, row.upstream_model, ...namesOf(row.aliases)]));
    return models.filter((model) => model !== '' && !known.has(model));
  } catch (error) {
    // A dry run needs no service, and a token may import usage without seeing models.
    if (error instanceof PermissionFailure || (error instanceof CommandFailure && error.exitCode === EXIT.notConnected))
      return undefined;
    throw error;
  }
}

const namesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function describeOutcome(answer: Resource): string {
  const record = isRecord(answer.usage_import) ? answer.usage_import : {};
  if (answer.outcome === 'unchanged')
    return `These files were imported before, as ${plain(record.id)}: nothing was added.`;
  const replaced =
    Number(answer.replaced_rows) > 0 ? ` It replaces ${plain(answer.replaced_rows)} rows of earlier imports.` : '';
  const skipped =
    Number(answer.skipped_rows) > 0
      ? ` ${plain(answer.skipped_rows)} rows of days with recorded requests were left out.`
      : '';
  return `Imported as ${plain(record.id)}.${replaced}${skipped} Remove it with \`multilane import usage --remove ${plain(record.id)}\`.`;
}

async function listImports(client: ApiClient): Promise<Answer> {
  const { data } = await client.call('GET', '/admin/usage/imports');
  const rows = Array.isArray(data) ? data.filter(isRecord) : [];
  const lines = rows.map((row) => {
    const days = row.first_day === null ? String(row.state) : `${plain(row.first_day)} to ${plain(row.last_day)}`;
    const name = [row.source, row.account].filter(Boolean).map(plain).join(' ');
    return `${plain(row.id)}  ${name}: ${days}, ${plain(row.requests)} requests, $${plain(row.cost_usd)}, by ${plain(row.created_by)}`;
  });
  return { data: rows, text: lines.length === 0 ? 'There are no imports of usage.' : lines.join('\n') };
}

async function removeImport(client: ApiClient, id: string): Promise<Answer> {
  await client.call('DELETE', `/admin/usage/imports/${encodeURIComponent(id)}`);
  return { data: { removed: id }, text: `Removed ${plain(id)}.` };
}
