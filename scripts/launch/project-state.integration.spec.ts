import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  findIncompleteOutputs,
  forgetDone,
  forgetOutputs,
  isUpToDate,
  readFingerprints,
  recordDone,
} from './project-state.mjs';

const PROJECT = {
  'package.json': '{}',
  'pnpm-lock.yaml': 'lockfileVersion: 9',
  'pnpm-workspace.yaml': 'packages:\n  - apps/*\n  - libs/*\n  - bench\n\nsavePrefix: ""\n',
  'tsconfig.json': '{ "references": [{ "path": "libs/errors" }, { "path": "bench" }] }',
  'tsconfig.base.json': '{}',
  'libs/errors/package.json': '{}',
  'libs/errors/src/index.ts': 'export {};',
  'libs/errors/dist/index.js': 'export {};',
  'bench/package.json': '{}',
  'bench/src/run.ts': 'export {};',
  'bench/dist/run.js': 'export {};',
};

describe('the state of a project', () => {
  let root = '';
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'multilane-state-'));
    for (const [path, text] of Object.entries(PROJECT)) write(path, text);
    mkdirSync(join(root, 'node_modules'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('has the same fingerprints as long as nothing changes', () => {
    expect(readFingerprints(root)).toEqual(readFingerprints(root));
  });

  it('is neither installed nor built differently by a changed test or a changed output', () => {
    const before = readFingerprints(root);
    write('libs/errors/src/index.spec.ts', 'test');
    write('libs/errors/dist/index.js', 'changed');
    write('libs/errors/node_modules/zod/index.js', 'changed');
    expect(readFingerprints(root)).toEqual(before);
  });

  it('needs a build, and no install, after a source was touched or added', () => {
    const before = readFingerprints(root);
    utimesSync(join(root, 'bench/src/run.ts'), 1, 1);
    const touched = readFingerprints(root);
    write('libs/errors/src/deep/new.ts', '');
    const added = readFingerprints(root);
    expect(new Set([before.build, touched.build, added.build]).size).toBe(3);
    expect(new Set([before.install, touched.install, added.install]).size).toBe(1);
  });

  it.each(['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', 'libs/errors/package.json', 'bench/package.json'])(
    'needs an install and a build after %s changed',
    (path) => {
      const before = readFingerprints(root);
      write(path, `${PROJECT[path as keyof typeof PROJECT]}\n`);
      const after = readFingerprints(root);
      expect([after.install === before.install, after.build === before.build]).toEqual([false, false]);
    },
  );

  it('needs an install after a package was added', () => {
    const before = readFingerprints(root);
    write('apps/gateway/package.json', '{}');
    expect(readFingerprints(root).install).not.toBe(before.install);
  });

  it('remembers what was done until it is forgotten', () => {
    const { install } = readFingerprints(root);
    expect(isUpToDate(root, 'install', install)).toBe(false);
    recordDone(root, 'install', install);
    expect([isUpToDate(root, 'install', install), isUpToDate(root, 'build', install)]).toEqual([true, false]);
    expect(isUpToDate(root, 'install', 'another')).toBe(false);
    forgetDone(root, 'install');
    expect(isUpToDate(root, 'install', install)).toBe(false);
  });

  it('shows the packages of which a compiled file is missing', () => {
    expect(findIncompleteOutputs(root)).toEqual([]);
    rmSync(join(root, 'bench/dist/run.js'));
    expect(findIncompleteOutputs(root)).toEqual(['bench']);
    forgetOutputs(root, 'libs/errors');
    expect(findIncompleteOutputs(root)).toEqual(['libs/errors', 'bench']);
  });
});
