import { readEnvironment } from '@multilane/config';
import { type DatabasePlan, describeImport, isIncomplete, planLitellmDatabase } from '@multilane/importers';
import type { Command } from 'commander';
import type { Answer } from '../answer.js';
import { act } from '../command-line.js';
import { WrongUsage } from '../exit-codes.js';
import { type ImportCounts, importLitellm } from '../import-litellm.js';
import { readLitellmDatabase } from '../read-litellm-database.js';
import { parseName } from '../values.js';
import { addUsageImport } from './usage-import-command.js';

export function addImportCommands(program: Command): void {
  const group = program.command('import').description('Takes over what another gateway has in its database.');
  addUsageImport(group);
  const importing = group
    .command('litellm')
    .description(
      'Writes the teams, people, keys and budgets of a LiteLLM database into an organization. Keys are taken over by their hash: callers keep their keys. What is there already stays as it is.',
    )
    .option('--from <url>', 'address of the PostgreSQL of LiteLLM; LITELLM_DATABASE_URL by default')
    .option('--organization <name>', 'the organization; that of gateway.yaml by default', parseName)
    .option('--dry-run', 'show what would be written, and write nothing')
    .option('--strict', 'write nothing and exit 1 if something was left closed, left out, or is to be done by hand')
    .option(
      '--open <settings...>',
      'settings of LiteLLM, such as model_max_budget, that are given up: keys with them are not disabled',
    );

  act<[], ImportOptions>(
    importing,
    async (line, { options: { from, organization, dryRun = false, strict = false, open = [] } }) => {
      const url = from ?? readEnvironment().LITELLM_DATABASE_URL;
      if (!url) throw new WrongUsage('Name the database of LiteLLM with --from or LITELLM_DATABASE_URL.');
      const plan = planLitellmDatabase(await readLitellmDatabase(url), { opened: new Set(open) });
      if (strict && isIncomplete(plan.findings)) return refuse(plan);
      return line.withDatabase(async (database) => {
        const { id } = await line.findOrganization(database, organization);
        return describe(plan, await importLitellm(database, line.actor, id, plan, dryRun), dryRun);
      });
    },
  );
}

interface ImportOptions {
  readonly from?: string;
  readonly organization?: string;
  readonly dryRun?: boolean;
  readonly strict?: boolean;
  readonly open?: readonly string[];
}

function refuse({ findings }: DatabasePlan): Answer {
  const report = describeImport({ yaml: '', findings, variables: [], problems: [] });
  return { data: { findings }, text: `${report}\n\nWrote nothing: --strict.`, hasFailures: true };
}

function describe({ findings }: DatabasePlan, counts: ImportCounts, isTrial: boolean): Answer {
  const report = describeImport({ yaml: '', findings, variables: [], problems: [] });
  const words = `${counts.teams} teams, ${counts.users} people, ${counts.keys} keys and ${counts.budgets} budget rules, and left ${counts.unchanged} as they are.`;
  return {
    data: { dry_run: isTrial, ...toData(counts), findings },
    text: `${report}\n\n${isTrial ? 'Would write' : 'Wrote'} ${words}${describeWider(counts)}`,
  };
}

function describeWider({ widerTeams }: ImportCounts): string {
  if (widerTeams.length === 0) return '';
  return `\nTeams that were there already with more models or higher limits, whose new keys are disabled: ${widerTeams.join(', ')}.`;
}

function toData({ widerTeams, ...counts }: ImportCounts) {
  return { ...counts, wider_teams: widerTeams };
}
