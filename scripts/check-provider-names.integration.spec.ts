import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PROVIDER_KINDS } from '@multilane/contracts';

const SCRIPT = fileURLToPath(new URL('check-provider-names.mjs', import.meta.url));
const PROJECT = fileURLToPath(new URL('..', import.meta.url));

const UNION =
  "export const PROVIDER_KINDS = {\n  groq: 'R',\n  'azure-openai': 'R1',\n  simulator: 'simulator',\n} as const;\n";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'multilane-provider-names-'));
  spawnSync('git', ['init', '-q'], { cwd: root });
  write('libs/contracts/src/provider-kinds.ts', UNION);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('provider kinds outside their folders', () => {
  it.each([
    ['a text', "if (kind === 'groq') return;", "1: names the provider kind 'groq'"],
    ['a text in double quotes', 'const kind = "azure-openai";', '1: names the provider kind "azure-openai"'],
    ['a template without a hole', 'const kind = `groq`;', '1: names the provider kind `groq`'],
    ['a key of a table', 'const TABLE = {\n  groq: 1,\n};', '2: names the provider kind groq'],
    ['a key in quotes', "const TABLE = { 'azure-openai': 1 };", "1: names the provider kind 'azure-openai'"],
    ['a member of the table of manifests', 'const url = MANIFESTS.groq.name;', '1: names the provider kind groq'],
    ['a text behind an address', "get('https://a.example', 'groq');", "1: names the provider kind 'groq'"],
  ])('are found as %s', (_what, text, fault) => {
    write('apps/gateway/src/a.ts', text);
    expect(check()).toEqual({ status: 1, faults: [expect.stringContaining(`apps/gateway/src/a.ts:${fault}`)] });
  });

  it.each([
    ['in a comment', "// such as 'groq'\n/** or `groq` */"],
    ['within a longer text', "throw new Error('groq refuses it');"],
    ['as a package', "import Groq from 'groq';"],
    ['as a word that is no kind', "const name = 'groqs';"],
    ['as an option', 'function plan(environment: Environment, simulator: boolean) {}'],
  ])('may stand %s', (_where, text) => {
    write('apps/gateway/src/a.ts', text);
    expect(check()).toEqual({ status: 0, faults: [] });
  });

  it.each([
    'libs/providers/src/groq/manifest.ts',
    'libs/testing/src/wire.ts',
    'bench/src/run.ts',
    'apps/gateway/ledger/columns.ts',
    'apps/gateway/src/a.spec.ts',
    'apps/gateway/e2e/start.ts',
  ])('may stand in %s', (file) => {
    write(file, "const kind = 'groq';");
    expect(check()).toEqual({ status: 0, faults: [] });
  });

  it('are looked for in a table that is there, else the check fails', () => {
    write('libs/contracts/src/provider-kinds.ts', 'export {};');
    expect(check().status).toBe(1);
  });

  it('are none in this project, which has a folder of its name for each kind and no other', () => {
    expect(check(PROJECT)).toEqual({ status: 0, faults: [] });
    const folders = readdirSync(join(PROJECT, 'libs/providers/src'), { withFileTypes: true });
    const named = folders.filter(
      (entry) => entry.isDirectory() && !['contract', 'framing', 'hosted', 'shared'].includes(entry.name),
    );
    expect(named.map(({ name }) => name).sort()).toEqual(Object.keys(PROVIDER_KINDS).sort());
  });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function check(folder = root): { status: number | null; faults: string[] } {
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8' });
  return { status, faults: stdout.split('\n').filter((line) => line.includes(': names the')) };
}
