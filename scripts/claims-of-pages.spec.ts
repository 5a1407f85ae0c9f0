import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const GATEWAY = 'apps/gateway/src';

const read = (file: string): string => readFileSync(`${ROOT}/${file}`, 'utf8');

/** Text of a section of a page, up to the next one of the same level. */
function section(page: string, title: string): string {
  const [, text = ''] = read(page).split(`\n## ${title}\n`);
  return text.split('\n## ')[0] ?? '';
}

/** First cells of the rows of a table that are names in code. */
const namesOf = (text: string): string[] => Array.from(text.matchAll(/^\| `([^`]+)` \|/gm), ([, name]) => name ?? '');

/** Sources of packages, without tests. */
function listSources(): string[] {
  const packages = ['apps', 'libs'].flatMap((group) =>
    readdirSync(`${ROOT}/${group}`).map((name) => `${group}/${name}`),
  );
  return [...packages, 'bench']
    .filter((folder) => existsSync(`${ROOT}/${folder}/src`))
    .flatMap((folder) =>
      readdirSync(`${ROOT}/${folder}/src`, { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/src/${file}`,
      ),
    )
    .filter((file) => /(?<!\.spec)\.tsx?$/.test(file));
}

describe('the page of the architecture', () => {
  it('names each pipeline', () => {
    const pipelines = Array.from(
      read(`${GATEWAY}/pipeline/pipelines.ts`).matchAll(/^export const ([A-Z\d_]+) = \[/gm),
      ([, name]) => name ?? '',
    );
    const text = section('docs/architecture.md', 'Pipelines');
    expect(pipelines.length).toBeGreaterThan(5);
    expect(pipelines.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
    expect(namesOf(text).filter((name) => !pipelines.includes(name))).toEqual([]);
  });

  it.each(['gateway', 'workspace'])(
    'lists the folders of the %s in the order of their dependency rules, and each has a rule',
    (service) => {
      const rules = new RegExp(`apps/${service}/src',\\s*rooms: \\[([^\\]]*)\\]`);
      const [, list = ''] = rules.exec(read('scripts/rooms.cjs')) ?? [];
      const rooms = Array.from(list.matchAll(/'([^']+)'/g), ([, room]) => room ?? '');
      const entries = readdirSync(`${ROOT}/apps/${service}/src`, { withFileTypes: true });
      const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
      expect([...rooms].sort()).toEqual(folders.sort());
      const [, table = ''] = section('docs/architecture.md', 'Rooms').split(`\`apps/${service}/src\``);
      expect(namesOf(table.split('\nThe folders')[0] ?? '')).toEqual(rooms);
    },
  );

  it('names each package of libs', () => {
    const packages = readdirSync(`${ROOT}/libs`).filter((name) => existsSync(`${ROOT}/libs/${name}/package.json`));
    const text = section('docs/architecture.md', 'Folders');
    expect(packages.filter((name) => !text.includes(`\`${name}\``) && !text.includes(`\`libs/${name}\``))).toEqual([]);
  });
});

describe('the rules of CONTRIBUTING.md', () => {
  it('hold for `!`: only decorated fields are declared with one', () => {
    const bare = listSources().flatMap((file) => {
      const text = read(file);
      if (!text.includes('!: ')) return [];
      return Array.from(text.matchAll(/^[^\n*/'"`]*\w!: /gm))
        .filter(({ index, 0: line }) => !(text.slice(0, index).split(/;\n/).at(-1) + line).includes('@'))
        .map(({ 0: line }) => `${file}: ${line.trim()}`);
    });
    expect(bare).toEqual([]);
  });
});

describe('the latency that the pages promise', () => {
  const CLAIM =
    /adds (?:\[less than a millisecond\]\(docs\/performance\.md\)|less than a millisecond) to a request while a core has at most eight\b/;

  it.each(['README.md', 'docs/index.md'])('is told in %s with its condition', (page) => {
    expect(read(page)).toMatch(CLAIM);
  });

  it('is that of the last measurement: added to direct calls, at 1 and at 8 connections to one core', () => {
    const rows = read('docs/performance.md')
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    const column = rows.find((row) => row[1] === 'Figure')?.indexOf('Added to direct') ?? -1;
    const added = ['1 connection: p50', '8 connections: p50'].map((figure) =>
      Number(rows.find((row) => row[1] === figure)?.[column]),
    );
    expect(added.filter((milliseconds) => !(milliseconds > 0 && milliseconds < 1))).toEqual([]);
  });
});
