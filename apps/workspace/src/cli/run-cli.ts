import { ConfigError } from '@multilane/config';
import {
  ConflictError,
  DatabaseInUse,
  DatabaseUnavailable,
  SchemaTooNew,
  SecretBoxError,
} from '@multilane/persistence';
import { CommanderError } from 'commander';
import { createProgram } from './create-program.js';
import { CommandFailure, EXIT, WrongUsage } from './exit-codes.js';

/** Failures that are reported in one sentence; any other is shown with its stack. */
const EXPECTED = [
  CommandFailure,
  WrongUsage,
  ConfigError,
  ConflictError,
  DatabaseInUse,
  DatabaseUnavailable,
  SchemaTooNew,
  SecretBoxError,
];

/** Does what the process's arguments say, and sets its exit code. */
export async function runCli(): Promise<void> {
  const program = createProgram();
  try {
    await program.parseAsync(process.argv);
  } catch (error) {
    process.exitCode = reportFailure(error, process.argv.includes('--json'));
  }
}

/** Says on standard error what went wrong. Answers the exit code. */
function reportFailure(error: unknown, asJson: boolean): number {
  // Commander has said it already; that it was asked for help is no failure.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.wrongUsage;
  const words = describe(error);
  process.stderr.write(asJson ? `${JSON.stringify({ error: { message: words } })}\n` : `${words}\n`);
  return error instanceof WrongUsage ? EXIT.wrongUsage : EXIT.failed;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return EXPECTED.some((expected) => error instanceof expected) ? error.message : (error.stack ?? error.message);
}
