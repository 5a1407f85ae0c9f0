import { Command, type OutputConfiguration } from 'commander';
import { addApplyCommands } from './commands/apply-commands.js';
import { addCheckCommand } from './commands/check-command.js';
import { addCompletionCommand } from './commands/completion-command.js';
import { addDoctorCommand } from './commands/doctor-command.js';
import { addImportCommands } from './commands/import-commands.js';
import { addKeyCommands } from './commands/key-commands.js';
import { addLoginCommands } from './commands/login-commands.js';
import { addReconcileCommand } from './commands/reconcile-command.js';
import { addStartCommand } from './commands/start-command.js';
import { addTailCommand } from './commands/tail-command.js';
import type { CliContext } from './context.js';

const EPILOGUE = `
Commands that call a service use what \`multilane login\` saved, or MULTILANE_URL and MULTILANE_TOKEN.

Exits 0 when all was done, 1 when something could not be done, 2 when the command line is wrong, 3 when a dry run found
changes, 4 when the service cannot be reached or rejects the credential.
`;

/** The command line, as it is typed. */
export function createProgram(context: CliContext, output: OutputConfiguration = {}): Command {
  const program = new Command('multilane')
    .description('Multilane: run it, check it, move to it, and keep its configuration in files.')
    // Before the commands are added: they inherit it.
    .exitOverride()
    .configureOutput(output)
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('Add --help for what can be said here.')
    .version('0.1.0', '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .option('--json', 'print JSON')
    .addHelpText('after', EPILOGUE);
  addStartCommand(program, context);
  addCheckCommand(program, context);
  addImportCommands(program, context);
  addReconcileCommand(program, context);
  addLoginCommands(program, context);
  addApplyCommands(program, context);
  addKeyCommands(program, context);
  addTailCommand(program, context);
  addDoctorCommand(program, context);
  addCompletionCommand(program, context);
  return program;
}
