import type { Environment } from '@multilane/config';
import type { Command } from 'commander';
import { type Answer, printAnswer, type Terminal } from './answer.js';
import { ApiClient } from './api/api-client.js';
import { findConnection } from './api/credentials.js';
import type { ExitCode } from './exit-codes.js';

/** Environment and terminal of the commands. */
export interface CliContext {
  readonly environment: Environment;
  readonly terminal: Terminal;
  /** Aborted by Ctrl-C: commands that go on until then end well. */
  readonly signal: AbortSignal;
  readonly send?: typeof fetch;
  /** Exit code of the process. */
  exitCode: ExitCode;
}

export interface GlobalOptions {
  readonly json?: boolean;
}

/** @throws CommandFailure for nobody who is signed in */
export function openClient({ environment, send }: CliContext): ApiClient {
  return new ApiClient(findConnection(environment), send);
}

/** Does `work` when the command is called, and prints its answer. Arguments come as the command declares them. */
export function act<Arguments extends readonly unknown[], Options>(
  context: CliContext,
  command: Command,
  work: (given: { readonly args: Arguments; readonly options: Options & GlobalOptions }) => Promise<Answer> | Answer,
): void {
  command.action(async () => {
    const options = command.optsWithGlobals<Options & GlobalOptions>();
    const answer = await work({ args: command.processedArgs as unknown as Arguments, options });
    context.exitCode = printAnswer(context.terminal, answer, options.json ?? false);
  });
}
