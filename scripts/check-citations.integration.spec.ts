import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const SCRIPT = fileURLToPath(new URL('check-citations.mjs', import.meta.url));

const PAGE = '# Limits\n\n## Token ceilings\n\n```\n## Not a heading\n```\n\nSee [above](#token-ceilings).\n';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'multilane-citations-'));
  spawnSync('git', ['init', '-q'], { cwd: root });
  write('docs/contract/limits.md', PAGE);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('citations of the contract', () => {
  it.each([
    ['a heading', '/** Refuses (docs/contract/limits.md#token-ceilings). */'],
    ['a page', '// docs/contract/limits.md.'],
    ['the folder', '// docs/contract/<page>.md#<heading>'],
    ['a section of a standard', '// RFC 9112 section 6.2, OpenID Connect Discovery section 4'],
    ['a decision of the repository', '// docs/decisions/2026-11-20-http.md'],
  ])('may name %s', (_what, text) => {
    write('src/a.ts', text);
    expect(check()).toEqual({ status: 0, faults: [] });
  });

  it.each([
    ['a heading that is not there', '// docs/contract/limits.md#gone', '1: docs/contract/limits.md#gone is not there'],
    ['a heading within code', '\n// docs/contract/limits.md#not-a-heading', '2: docs/contract/limits.md#not-a-heading'],
    ['a page that is not there', '// docs/contract/gone.md#token-ceilings', '1: docs/contract/gone.md#token-ceilings'],
    ['a section of an outside document', '// (specification section 4)', '1: cites a document'],
    ['several sections', '// decisions, sections 3 and 4', '1: cites a document'],
    [
      'a section on the next line of a comment',
      '/**\n * As told (decisions\n * section 5).\n */',
      '2: cites a document',
    ],
    ['an outside document by its file', '// see service-spec.md', '1: cites a document'],
  ])('may not name %s', (_what, text, fault) => {
    write('src/a.ts', text);
    expect(check()).toEqual({ status: 1, faults: [expect.stringContaining(`src/a.ts:${fault}`)] });
  });
});

describe('links between pages', () => {
  it.each(['[limits](contract/limits.md#token-ceilings)', '[site](https://example.com/#x)', '`[code](gone.md)`'])(
    'leads somewhere: %s',
    (text) => {
      write('docs/other.md', text);
      expect(check()).toEqual({ status: 0, faults: [] });
    },
  );

  it.each(['[limits](contract/limits.md#gone)', '[limits](limits.md)', '[here](#gone)'])(
    'leads nowhere: %s',
    (text) => {
      write('docs/other.md', `# Other\n\n${text}\n`);
      expect(check()).toEqual({ status: 1, faults: [expect.stringContaining('docs/other.md:3: the link to')] });
    },
  );
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function check(): { status: number | null; faults: string[] } {
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, root], { encoding: 'utf8' });
  return { status, faults: stderr.split('\n').filter((line) => line !== '') };
}
