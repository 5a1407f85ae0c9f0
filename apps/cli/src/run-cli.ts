import { ConfigError } from '@multilane/config';
import { ImportError } from '@multilane/importers';
import { CommanderError } from 'commander';
import type { CliContext } from './context.js';
import { createProgram } from './create-program.js';
import { CommandFailure, EXIT, type ExitCode } from './exit-codes.js';

/** Runs one command line. Answers how the process is to end. */
export async function runCli(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const { terminal } = context;
  const program = createProgram(context, {
    writeOut: (text) => terminal.write(text),
    writeErr: (text) => terminal.writeError(text),
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return context.exitCode;
  } catch (error) {
    // Commander has said it already; that it was asked for help is no failure.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.wrongUsage;
    const words = describe(error);
    terminal.writeError(args.includes('--json') ? `${JSON.stringify({ error: { message: words } })}\n` : `${words}\n`);
    return error instanceof CommandFailure ? error.exitCode : EXIT.failed;
  }
}

const EXPECTED = [CommandFailure, ConfigError, ImportError];

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return EXPECTED.some((expected) => error instanceof expected) ? error.message : (error.stack ?? error.message);
}
