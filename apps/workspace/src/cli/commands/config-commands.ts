import { type GatewayConfig, loadConfigFile } from '@multilane/config';
import { toTextTable } from '@multilane/contracts';
import type { Command } from 'commander';
import type { Answer } from '../answer.js';
import { act } from '../command-line.js';
import { type ImportStep, importConfig } from '../import-config.js';

const WORDS: Readonly<Record<ImportStep['outcome'], string>> = {
  created: 'created',
  updated: 'updated',
  unchanged: 'unchanged',
  declared: 'left alone: declared in the gateway.yaml in force',
};

export function addConfigCommands(program: Command): void {
  const importing = program
    .command('config')
    .description('Works with the contents of a gateway.yaml.')
    .command('import')
    .description(
      'Writes the organization and the teams of a gateway.yaml into the database, where people may change them from then on. Keys, models and providers are not written: keys stay in the file or are created again, the catalog is always of a file.',
    )
    .argument('<file>', 'the gateway.yaml to read, with variables from the environment')
    .option('--dry-run', 'show the changes without making them');

  act<[string], { readonly dryRun?: boolean }>(importing, (line, { args: [file], options: { dryRun = false } }) => {
    const { config } = loadConfigFile(file);
    return line.withDatabase(async (database) => {
      const steps = await importConfig(database, line.actor, config, dryRun);
      return describeImport(config, steps, dryRun);
    });
  });
}

function describeImport(config: GatewayConfig, steps: readonly ImportStep[], isTrial: boolean): Answer {
  const stay = {
    keys: config.teams.flatMap((team) => team.api_keys).length,
    models: config.models.length + config.virtual_models.length,
    providers: config.providers.length,
  };
  const table = toTextTable(
    ['WHAT', 'NAME', 'OUTCOME'],
    steps.map(({ object, name, outcome }) => [object, name, WORDS[outcome]]),
  );
  return {
    data: { dry_run: isTrial, steps, not_imported: stay },
    text:
      `${table}\n\nNot imported, and served from the file while it is in force: ` +
      `${stay.keys} keys, ${stay.models} models, ${stay.providers} providers.` +
      (isTrial ? '\nNothing was written: this was a dry run.' : ''),
  };
}
