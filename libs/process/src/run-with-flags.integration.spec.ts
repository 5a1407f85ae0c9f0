import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const SOURCE = pathToFileURL(join(import.meta.dirname, 'run-with-flags.ts')).href;

/** A program that prints how it runs. */
const PROGRAM = `
const { runWithFlags } = await import('${SOURCE}');
const { platform } = process;
const showPlatform = (value) => Object.defineProperty(process, 'platform', { value });
showPlatform(process.env.SHOWN_PLATFORM ?? platform);
runWithFlags(['--no-memory-reducer', '--stack-size=2000'], { MALLOC_ARENA_MAX: '2' });
showPlatform(platform);
const { argv, env, execArgv } = process;
console.log(JSON.stringify({ given: argv.slice(2), execArgv, arenas: env.MALLOC_ARENA_MAX, other: env.OTHER }));
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'flags-'));
  writeFileSync(join(folder, 'program.mjs'), PROGRAM);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run({ flags = [], env = {} }: { flags?: readonly string[]; env?: Readonly<Record<string, string>> }): unknown {
  const parameters = ['--no-warnings', ...flags, join(folder, 'program.mjs'), '--port', '1'];
  const { stderr, stdout } = spawnSync(process.execPath, parameters, { encoding: 'utf8', env, timeout: 20_000 });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

describe('runWithFlags', () => {
  const all = expect.arrayContaining(['--no-memory-reducer', '--stack-size=2000', '--no-warnings']);

  it('begins the program again with what is missing, and keeps its parameters and its environment', () => {
    expect(run({ env: { OTHER: 'kept' } })).toEqual({
      given: ['--port', '1'],
      execArgv: all,
      arenas: '2',
      other: 'kept',
    });
  });

  it('names no flag twice that is there already', () => {
    const { execArgv } = run({ flags: ['--no-memory-reducer'] }) as { execArgv: string[] };
    expect(execArgv.toSorted()).toEqual(['--no-memory-reducer', '--no-warnings', '--stack-size=2000']);
  });

  it('leaves a variable as it is set', () => {
    expect(run({ env: { MALLOC_ARENA_MAX: '8' } })).toMatchObject({ arenas: '8', execArgv: all });
  });

  it('runs on where everything is set', () => {
    const flags = ['--no-memory-reducer', '--stack-size=2000'];
    expect(run({ flags, env: { MALLOC_ARENA_MAX: '1' } })).toMatchObject({ arenas: '1', execArgv: all });
  });

  it('runs on with what it has on Windows, where Node has the function but the system does not', () => {
    expect(run({ env: { SHOWN_PLATFORM: 'win32' } })).toEqual({
      given: ['--port', '1'],
      execArgv: ['--no-warnings'],
    });
  });
});
