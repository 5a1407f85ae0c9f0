import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PROJECT_ROOT, type TestLocation } from '@multilane/testing';

const ENTRY = join(PROJECT_ROOT, 'apps/workspace/dist/cli/main.js');

/** Result of a run of the built command line. */
export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Answer to `--json`. */
  readonly data: unknown;
}

export interface CliOptions {
  /** Nothing else is in the environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly cwd?: string;
}

/** Runs the built command line in an environment of its own, to its end. */
export async function runCli(args: readonly string[], { env = {}, stdin = '', cwd }: CliOptions): Promise<CliRun> {
  const child = spawn(process.execPath, [ENTRY, ...args], { env, cwd, stdio: 'pipe' });
  // A command that reads nothing may be gone before it is written to.
  child.stdin.on('error', () => undefined).end(stdin);
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return {
    code,
    stdout,
    stderr,
    get data() {
      return JSON.parse(stdout) as unknown;
    },
  };
}

/** Returns the arguments and variables that name a database to the command line. */
export function addressOf(location: TestLocation): {
  readonly args: readonly string[];
  readonly env: Record<string, string>;
} {
  if ('url' in location) return { args: [], env: { DATABASE_URL: location.url } };
  return { args: ['--data', dirname(location.folder)], env: {} };
}
