import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT_ROOT, type Python, spawnService } from '@multilane/testing';
import type { Facts, Script } from './build-scripts.js';

const LIMIT_MS = 90_000;

/** Commands as a reader has them, with a failure for each answer that is an error. */
const COMMANDS: Readonly<Record<string, string>> = {
  curl: 'exec /usr/bin/curl --silent --show-error --fail-with-body --max-time 60 "$@"',
  multilane: `exec "${process.execPath}" "${join(PROJECT_ROOT, 'apps/cli/dist/main.js')}" "$@"`,
};

/** Makes the commands in a folder of the test. */
export function makeCommands(folder: string): string {
  const commands = join(folder, 'commands');
  mkdirSync(commands);
  for (const [name, line] of Object.entries(COMMANDS)) {
    writeFileSync(join(commands, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(commands, name), 0o755);
  }
  return commands;
}

/** Place and contents of the scripts. */
export interface Surroundings {
  readonly facts: Facts;
  readonly commands: string;
  readonly python: Python | undefined;
}

/** Runs a script in a folder. Returns what is wrong: what it printed and how it ended; undefined if nothing is. */
export async function runScript(
  kind: 'sh' | 'python' | 'ts',
  script: Script,
  folder: string,
  { commands, facts, python }: Surroundings,
): Promise<string | undefined> {
  const file = join(folder, `sample-${script.samples[0]?.line}.${kind === 'ts' ? 'mts' : kind}`);
  writeFileSync(file, script.text);
  const command = {
    sh: ['bash', '-e', file],
    python: [python?.command ?? 'python3', file],
    ts: [process.execPath, '--no-warnings', file],
  }[kind];
  const inFolder = ['-c', 'cd "$0" && exec "$@"', folder, ...command];
  const run = await spawnService('/bin/sh', inFolder, {
    PATH: `${commands}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: folder,
    PYTHONPATH: python?.packages ?? '',
    URL: facts.url,
    WORKSPACE: facts.url,
    GATEWAY: `${facts.url}/v1`,
    MULTILANE_KEY: facts.fileKey,
    KEY: facts.key,
    PAT: facts.pat,
    TOKEN: facts.pat,
    TEAM: facts.teamId,
  });
  const timer = setTimeout(() => void run.stop('SIGKILL'), LIMIT_MS);
  const { code, signal } = await run.exited;
  clearTimeout(timer);
  if (code === 0) return undefined;
  const lines = script.samples.map(({ line }) => line).join(', ');
  const output = `${run.stdout()}\n${run.stderr()}`.slice(-3_000);
  return `${script.samples[0]?.page}:${lines} (${kind}) ended with ${code ?? signal}:\n${output}`;
}
