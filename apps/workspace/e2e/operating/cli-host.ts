import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@multilane/testing';
import type { CliOptions, CliRun } from './run-cli.js';

const ENTRY = join(PROJECT_ROOT, 'apps/workspace/e2e/operating/run-many.mjs');

/** One process that runs command lines one after the other: starting one takes longer than what most commands do. */
export class CliHost {
  private child: ChildProcess | undefined;

  /** Runs a command line to its end. */
  async run(args: readonly string[], { env = {}, stdin = '', cwd = PROJECT_ROOT }: CliOptions): Promise<CliRun> {
    this.child ??= fork(ENTRY, { env: {}, execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const run = await ask(this.child, { args, env, stdin, cwd });
    return {
      ...run,
      get data() {
        return JSON.parse(run.stdout) as unknown;
      },
    };
  }

  async stop(): Promise<void> {
    if (this.child === undefined || this.child.exitCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill();
    await gone;
  }
}

/** Sends a command line, and answers with how it ended. */
async function ask(child: ChildProcess, line: object): Promise<Omit<CliRun, 'data'>> {
  const whenDone = new AbortController();
  const { signal } = whenDone;
  const answered = once(child, 'message', { signal });
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`the process of the command line ended with ${code}`);
  });
  child.send(line);
  try {
    const [run] = await Promise.race([answered, ended]);
    return run;
  } finally {
    whenDone.abort();
  }
}
