import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { generateDecisionIndex } from './read-decisions.mjs';

const SCRIPT = fileURLToPath(new URL('check-named-files.mjs', import.meta.url));

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'multilane-named-files-'));
  spawnSync('git', ['init', '-q'], { cwd: root });
  write('libs/a/src/answer.stages.ts', '');
  write('libs/a/src/first-case/answer.spec.ts', '');
  write('.gitignore', 'local.json\n');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('a page', () => {
  it.each([
    'libs/a/src/answer.stages.ts',
    'libs/a/src/',
    'src/answer.stages.ts',
    'answer.stages.ts',
    '*.stages.ts',
    'libs/a/src/<case>/answer.spec.ts',
    'libs/{a,b}/src/…',
    '.spec.ts',
    'libs/local.json',
    'libs/a/dist/made.js',
    'node scripts.example',
    'https://example.com/gone.ts',
    '@fastify/cors',
  ])('may name `%s`', (name) => {
    write('docs/page.md', `See \`${name}\`.\n`);
    expect(check()).toEqual({ status: 0, faults: [] });
  });

  it.each(['libs/a/src/gone.ts', 'libs/gone/', 'src/gone.ts', 'gone.ts', 'answer.ts', 'libs/a/src/*.process.ts'])(
    'may not name `%s`, which does not exist',
    (name) => {
      write('docs/page.md', `# Page\n\n\`\`\`sh\ncat other.ts\n\`\`\`\n\nSee \`${name}\`.\n`);
      const gone = name.replace(/\/$/, '');
      expect(check()).toEqual({ status: 1, faults: [`docs/page.md:7: no file of the repository is named ${gone}`] });
    },
  );
});

describe('a decision', () => {
  const LATER = '# Later\n\nSee `answer.stages.ts`.\n';

  it('that names a file which is gone is a fault, also if it is replaced in part', () => {
    write('docs/decisions/2026-01-01-first.md', '# First\n\nSee `gone.ts`.\n');
    write(
      'docs/decisions/2026-01-02-part.md',
      '# Part\n\n> Replaced in part by [Later](2026-01-03-later.md): all.\n\n`gone.ts`\n',
    );
    write('docs/decisions/2026-01-03-later.md', LATER);
    expect(check().faults).toEqual([
      'docs/decisions/2026-01-01-first.md:3: no file of the repository is named gone.ts',
      'docs/decisions/2026-01-02-part.md:5: no file of the repository is named gone.ts',
    ]);
  });

  it('that is replaced may name files that are gone', () => {
    write(
      'docs/decisions/2026-01-01-first.md',
      '# First\n\n> Replaced by [Later](2026-01-03-later.md).\n\nSee `gone.ts`.\n',
    );
    write('docs/decisions/2026-01-03-later.md', LATER);
    expect(check()).toEqual({ status: 0, faults: [] });
  });

  it('is in the index with its status, the newest first', () => {
    write('docs/decisions/2026-01-01-first.md', '# First\n\n> Replaced by [Later](2026-01-03-later.md).\n');
    write('docs/decisions/2026-01-02-part.md', '# Part\n\n> Replaced in part by [Later](2026-01-03-later.md): all.\n');
    write('docs/decisions/2026-01-03-later.md', LATER);
    expect(generateDecisionIndex(join(root, 'docs/decisions')).split('\n').slice(-5)).toEqual([
      '|---|---|---|',
      '| 2026-01-03 | [Later](2026-01-03-later.md) | In force |',
      '| 2026-01-02 | [Part](2026-01-02-part.md) | In force, in part replaced by [Later](2026-01-03-later.md) |',
      '| 2026-01-01 | [First](2026-01-01-first.md) | Replaced by [Later](2026-01-03-later.md) |',
      '',
    ]);
  });

  it.each([
    ['first.md', '# First\n\n', 'the name must be'],
    ['2026-01-01-first.md', 'First\n\n', 'the first line must be its title'],
    ['2026-01-01-first.md', '# First (1 January 2026)\n\n', 'not in the title'],
    ['2026-01-05-first.md', '# First\n\n> Replaced by [Later](2026-01-03-later.md).\n', 'is no later decision'],
    ['2026-01-01-first.md', '# First\n\n> Replaced by [Gone](2026-01-04-gone.md).\n', 'is no later decision'],
  ])('named %s with the text %j is an error of the index', (file, text, message) => {
    write(`docs/decisions/${file}`, text);
    write('docs/decisions/2026-01-03-later.md', LATER);
    expect(() => generateDecisionIndex(join(root, 'docs/decisions'))).toThrow(message);
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
