import { Command, type OutputConfiguration } from 'commander';
import { addConfigCommands } from './commands/config-commands.js';
import { addEvalCommands } from './commands/eval-commands.js';
import { addImportCommands } from './commands/import-commands.js';
import { addKeyCommands } from './commands/key-commands.js';
import { addMigrateCommand } from './commands/migrate-command.js';
import { addOrganizationCommands } from './commands/organization-commands.js';
import { addOwnerCommands } from './commands/owner-commands.js';

const EPILOGUE = `
It works on the database that the services use: DATABASE_URL and ENCRYPTION_KEY, or the gateway.yaml that GATEWAY_CONFIG
names (else ./gateway.yaml). What it changes is in force in running services within a second.

Exits 0 when all was done, 1 when something could not be done, 2 when the command line is wrong.
`;

/**
 * The command line, as it is typed.
 *
 * @param output Where help and usage errors are written; the process's own output by default.
 */
export function createProgram(output: OutputConfiguration = {}): Command {
  const program = new Command('workspace:cli')
    .description('Multilane for operators: organizations, the first owner, encryption keys, gateway.yaml, the schema.')
    // Before the commands are added: they inherit it.
    .exitOverride()
    .configureOutput(output)
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('Add --help for what can be said here.')
    .option('--json', 'print JSON')
    .option('--config <file>', 'the gateway.yaml of the installation')
    .option('--data <folder>', 'the data folder of npm start (.multilane). Stop npm start first')
    .addHelpText('after', EPILOGUE);
  addOrganizationCommands(program);
  addOwnerCommands(program);
  addKeyCommands(program);
  addConfigCommands(program);
  addImportCommands(program);
  addMigrateCommand(program);
  addEvalCommands(program);
  return program;
}
