import { existsSync, writeFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import {
  describeImport,
  type ImportResult,
  importLitellmConfig,
  importPortkeyConfig,
  isIncomplete,
} from '@multilane/importers';
import type { Command } from 'commander';
import type { Answer } from '../answer.js';
import { act, type CliContext } from '../context.js';
import { CommandFailure, EXIT } from '../exit-codes.js';
import { readTextFile } from '../read-file.js';
import { addUsageImport } from './usage-commands.js';

interface ImportOptions {
  readonly output?: string;
  readonly force?: boolean;
  readonly strict?: boolean;
  readonly model?: string;
}

export function addImportCommands(program: Command, context: CliContext): void {
  const group = program
    .command('import')
    .description('Makes a gateway.yaml of the configuration of another gateway, or imports usage of the time before.');
  const litellm = withOptions(
    group.command('litellm').description("LiteLLM's config.yaml. For its database: `workspace:cli import litellm`."),
  );
  act<[string], ImportOptions>(context, litellm, ({ args: [path], options }) =>
    finish(importLitellmConfig(readTextFile(path)), options),
  );
  const portkey = withOptions(group.command('portkey').description("Portkey's configs, as JSON or YAML.")).option(
    '--model <name>',
    'model of targets that name none',
  );
  addUsageImport(group, context);
  act<[string], ImportOptions>(context, portkey, ({ args: [path], options }) =>
    finish(
      importPortkeyConfig(readTextFile(path), {
        name: basename(path, extname(path)),
        defaultModel: options.model,
      }),
      options,
    ),
  );
}

function withOptions(command: Command): Command {
  return command
    .argument('<file>', 'the file to import')
    .option('-o, --output <file>', 'write the gateway.yaml to this file, instead of printing it before the report')
    .option('--force', 'overwrite the file')
    .option('--strict', 'exit 1 if something was left closed or left out, or is to be done by hand');
}

function finish(result: ImportResult, { output, force = false, strict = false }: ImportOptions): Answer {
  const { yaml, findings, variables, problems } = result;
  if (output !== undefined) {
    if (!force && existsSync(output)) throw new CommandFailure(`${output} exists. Add --force to overwrite it.`);
    writeFileSync(output, yaml, { mode: 0o600 });
  }
  const report = describeImport(result);
  return {
    data: { ...(output === undefined ? { yaml } : { output }), findings, variables, problems },
    text: output === undefined ? `${yaml}\n${report}` : `${report}\n\nWrote ${output}.`,
    exitCode: problems.length > 0 || (strict && isIncomplete(findings)) ? EXIT.failed : EXIT.done,
  };
}
