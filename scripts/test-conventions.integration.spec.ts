import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Modules that reach out of the process, and the names of them that do not. */
const REACHING: Readonly<Record<string, readonly string[]>> = {
  child_process: [],
  cluster: [],
  dgram: [],
  dns: [],
  'dns/promises': [],
  fs: ['existsSync', 'readdirSync', 'readFileSync'],
  'fs/promises': [],
  http: [],
  http2: [],
  https: [],
  net: ['BlockList', 'isIP', 'isIPv4', 'isIPv6'],
  tls: [],
  worker_threads: [],
};

/** Names of functions that start something for tests: a server, a service, a database, a connection. */
const STARTING = /^(start[A-Z]|spawn|open[A-Z]|replayCase$|testDatabases$|httpRequest$|rawRequest$)/;

const IMPORT = /^import (?!type )([^'{};]*)(?:\{([^}]*)\} )?from '([^']+)';/gm;

const files = execFileSync('git', ['ls-files', '*.ts'], { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const isUnit = (file: string) => /\.spec\.ts$/.test(file) && !/\.(integration|e2e|tools|browser)\.spec\.ts$/.test(file);

/** The names that a file imports as values, by module. */
function importsOf(text: string): [module: string, name: string][] {
  return Array.from(text.matchAll(IMPORT)).flatMap(([, whole = '', names = '', module = '']) =>
    [...(whole === '' ? [] : ['*']), ...names.split(',')]
      .map((name) => name.trim().replace(/ as .*/, ''))
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name): [string, string] => [module, name]),
  );
}

/** Statements that expect something of a promise and wait for nothing: such a test passes before it knows. */
function findUnawaited(text: string): string[] {
  const statements = text.matchAll(/(?<=[;{}]\s*\n(?: *\/\/.*\n)*)( *)expect\(.*(?:\n(?:\1 .*|\1[)}\]].*|))*/g);
  return Array.from(statements, ([statement]) => statement.trim()).filter((statement) =>
    /\)\s*\.(?:resolves|rejects)\b/.test(statement),
  );
}

function findReach(text: string): string[] {
  return importsOf(text)
    .filter(([module, name]) => {
      if (module === '@multilane/testing') return STARTING.test(name);
      const harmless = module.startsWith('node:') ? REACHING[module.slice(5)] : undefined;
      return harmless !== undefined && !harmless.includes(name);
    })
    .map(([module, name]) => `${name} of ${module}`);
}

describe('unit tests', () => {
  it('open no socket, start no process, write no file, and read nothing but files of the project', () => {
    const reaching = files.filter(isUnit).flatMap((file) => findReach(read(file)).map((what) => `${file}: ${what}`));
    expect(reaching).toEqual([]);
  });

  it.each([
    ["import { writeFileSync } from 'node:fs';", ['writeFileSync of node:fs']],
    ["import {\n  type Socket,\n  connect,\n} from 'node:net';", ['connect of node:net']],
    ["import http from 'node:http';", ['* of node:http']],
    ["import { deepFreeze, startUpstream } from '@multilane/testing';", ['startUpstream of @multilane/testing']],
    ["import type { Server } from 'node:http';\nimport { readFileSync } from 'node:fs';", []],
  ])('reach out where they import %j', (text, reach) => {
    expect(findReach(text)).toEqual(reach);
  });
});

/** Specifications that hold the texts of others. */
const WITH_EXAMPLES = new Set([
  'scripts/jest/summary-reporter.integration.spec.ts',
  'scripts/test-conventions.integration.spec.ts',
]);

/** Conditions on programs of the machine, by which tests may be skipped. */
const MISSING_PROGRAM = /(?:\bhasRedis\(\)|\bisRunnable|\bfind\w+\(\) === undefined) \? /;

describe('tests', () => {
  it('are tests of Jest, except for those in the browser', () => {
    const specifications = files.filter((file) => /(?<!\.(?:tools|browser))\.spec\.ts$/.test(file));
    expect(specifications.filter((file) => !read(file).includes("from '@jest/globals';"))).toEqual([]);
  });

  it('are skipped only where a program of the machine is missing, since CI allows no skipped test', () => {
    const skipping = files
      .filter((file) => file.endsWith('.spec.ts') && !WITH_EXAMPLES.has(file))
      .flatMap((file) =>
        Array.from(read(file).matchAll(/^.*\b(?:it|test|describe)\.(?:skip|todo)\b.*$/gm), ([line]) => line.trim()),
      );
    expect(skipping.length).toBeGreaterThan(5);
    expect(skipping.filter((line) => !MISSING_PROGRAM.test(line))).toEqual([]);
  });
});

describe('assertions about promises', () => {
  it('are awaited', () => {
    const unawaited = files
      .filter((file) => file.endsWith('.spec.ts'))
      .flatMap((file) => findUnawaited(read(file)).map((statement) => `${file}: ${statement}`));
    expect(unawaited).toEqual([]);
  });

  it.each([
    ['{\n  expect(later()).resolves.toBe(2);\n}', 1],
    [
      '{\n  // Two of them.\n  expect(later()).rejects.toThrow();\n\n  expect(\n    later(),\n  ).rejects.toThrow();\n}',
      2,
    ],
    ['{\n  expect(async () => {\n    await later();\n  }).rejects.toThrow();\n}', 1],
    ['{\n  await expect(later()).resolves.toBe(2);\n  expect(await later()).toBe(2);\n}', 0],
    ['{\n  return later().then((it) =>\n    expect(it).resolves.toBe(2),\n  );\n}', 0],
    ['{\n  const left =\n    expect(later()).resolves.toBe(2);\n  await left;\n}', 0],
  ])('are found in %j where nothing waits for them', (text, count) => {
    expect(findUnawaited(text)).toHaveLength(count);
  });
});

describe('traffic that is recorded beside the project', () => {
  it('is found through one file', () => {
    const naming = files.filter((file) => /shared\/fixtures|'\.\.', 'shared'/.test(read(file)));
    expect(naming.filter((file) => file !== 'scripts/test-conventions.integration.spec.ts')).toEqual([
      'libs/testing/src/shared-fixtures.ts',
    ]);
  });

  it('leaves no test to skip where it is missing, since CI allows none', () => {
    const reading = files.filter((file) => file.endsWith('.spec.ts') && /SHARED_FIXTURES/.test(read(file)));
    expect(reading.length).toBeGreaterThan(10);
    expect(reading.filter((file) => /\b(?:describe|it|test)\.skip\b/.test(read(file)))).toEqual([]);
  });
});

describe('set-up code of several test files', () => {
  it('stands beside them in .tools.spec.ts within src', () => {
    const tests = files.filter((file) => /\/src\//.test(file) && !file.endsWith('.spec.ts'));
    expect(tests.filter((file) => /from '(@jest\/globals|expect)'/.test(read(file)))).toEqual([]);
  });

  it('is imported by tests alone', () => {
    const importing = files.filter((file) => /from '[^']*\.tools\.spec\.js'/.test(read(file)));
    expect(importing.filter((file) => !basename(file).endsWith('.spec.ts'))).toEqual([]);
  });
});
