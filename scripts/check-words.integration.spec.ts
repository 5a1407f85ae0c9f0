import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const SCRIPT = fileURLToPath(new URL('check-words.mjs', import.meta.url));

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'multilane-words-'));
  spawnSync('git', ['init', '-q'], { cwd: root });
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('comments that begin with a clause', () => {
  it.each([
    ['a block', '/** Whether it is open. */\n', 1],
    ['a block of several lines', '\n/**\n * What is left of it.\n * It may be nothing.\n */\n', 2],
    ['a comment of a member', 'class Door {\n  /** How wide it is. */\n  width = 1;\n}\n', 2],
    ['lines', '\n\n// If it is late,\n// it goes.\n', 3],
    ['a comment of JSX', '<div>\n  {/* Where the name goes. */}\n</div>\n', 2],
  ])('are found in %s', (_form, source, line) => {
    write('src/door.tsx', source);
    const { status, faults } = check();
    expect(status).toBe(1);
    expect(faults).toEqual([expect.stringContaining(`src/door.tsx:${line}: `)]);
  });

  it.each([
    '/** True if it is open. */',
    '/** That door is open. */',
    "// What's there is a name.",
    "const text = 'Whether it is open.';",
    '// biome-ignore lint/style/noNonNullAssertion: it is there.',
  ])('are not found in %j', (source) => {
    write('src/door.ts', source);
    expect(check()).toMatchObject({ status: 0, faults: [] });
  });

  it('are not looked for in recorded and generated files', () => {
    write('fixtures/door.ts', '// Whether it is open.');
    write('src/schema.d.ts', '// Whether it is open.');
    expect(check()).toMatchObject({ status: 0, faults: [] });
  });
});

describe('titles that begin with a clause', () => {
  it.each([
    ['a test', "it('when it is open, it closes', () => {});\n"],
    ['a group', "describe('what opens', () => {});\n"],
    ['a template', 'test(`if it is there, it opens`, () => {});\n'],
    ['a table', "it.each([\n  ['a', 1],\n])('whether %s opens', () => {});\n"],
    ['a conditional group', "describe.skipIf(isAway)('how it opens', () => {});\n"],
  ])('are found in %s', (_form, source) => {
    write('src/door.spec.ts', source);
    expect(check()).toMatchObject({ status: 1, faults: [expect.stringContaining('src/door.spec.ts:1: ')] });
  });

  it('may stand in code that is no test', () => {
    write('src/door.ts', "it('when it is open, it closes');\n");
    expect(check()).toMatchObject({ status: 0, faults: [] });
  });
});

describe('the share', () => {
  it.each([
    [3, 0],
    [4, 1],
  ])('of %i in a hundred ends with %i', (clauses, status) => {
    const comments = Array.from({ length: 100 }, (_, index) => (index < clauses ? '// Whether.' : '// True.'));
    write('src/door.ts', comments.join('\n\n'));
    expect(check().status).toBe(status);
  });
});

describe('terms', () => {
  it('are faults where a better one is listed, in comments and titles', () => {
    write('src/door.ts', '// The ceiling of a door.\n');
    write('src/door.spec.ts', "it('sends an E-mail', () => {});\n");
    const { status, faults } = check();
    expect(status).toBe(1);
    expect(faults).toEqual(['src/door.ts:1: "ceiling": use "limit"', 'src/door.spec.ts:1: "E-mail": use "email"']);
  });

  it('may be names in code', () => {
    write('src/door.ts', '// The `ceiling` of docs/door.md#ceilings.\nconst ceiling = 1;\n');
    expect(check()).toMatchObject({ status: 0, faults: [] });
  });
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function check(): { status: number | null; faults: string[] } {
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, root], { encoding: 'utf8' });
  return { status, faults: stderr.split('\n').filter((line) => line !== '') };
}
