import { describe, expect, it } from '@jest/globals';
import { fingerprintBuild, fingerprintInstall, isBuildInput, nameCompiledFile } from './fingerprints.mjs';

describe('fingerprintInstall', () => {
  const contents = { 'package.json': '{}', 'pnpm-lock.yaml': 'a' };
  const fingerprint = fingerprintInstall(contents, ['12.21.0', 'linux']);

  it('stays the same whatever the order of the files', () => {
    expect(fingerprintInstall({ 'pnpm-lock.yaml': 'a', 'package.json': '{}' }, ['12.21.0', 'linux'])).toBe(fingerprint);
  });

  it.each([
    ['a content', { ...contents, 'pnpm-lock.yaml': 'b' }, ['12.21.0', 'linux']],
    ['a manifest more', { ...contents, 'libs/new/package.json': '{}' }, ['12.21.0', 'linux']],
    ['another pnpm', contents, ['12.22.0', 'linux']],
    ['another platform', contents, ['12.21.0', 'darwin']],
  ])('changes with %s', (_, changed, circumstances) => {
    expect(fingerprintInstall(changed, circumstances)).not.toBe(fingerprint);
  });

  it('does not take two files for one with both contents', () => {
    const together = fingerprintInstall({ a: 'xb', b: '' }, []);
    expect(fingerprintInstall({ a: 'x', b: 'b' }, [])).not.toBe(together);
  });
});

describe('fingerprintBuild', () => {
  const source = { path: 'libs/errors/src/index.ts', size: 10, modifiedMs: 1000.5 };
  const other = { path: 'libs/errors/src/other.ts', size: 20, modifiedMs: 2000 };
  const fingerprint = fingerprintBuild([source, other], 'installed');

  it('stays the same whatever the order of the files', () => {
    expect(fingerprintBuild([other, source], 'installed')).toBe(fingerprint);
  });

  it.each([
    ['a time, also an older one', [{ ...source, modifiedMs: 999 }, other], 'installed'],
    ['a size', [{ ...source, size: 11 }, other], 'installed'],
    ['a file gone', [other], 'installed'],
    ['a file renamed', [{ ...source, path: 'libs/errors/src/main.ts' }, other], 'installed'],
    ['an install', [source, other], 'installed anew'],
  ])('changes with %s', (_, sources, installed) => {
    expect(fingerprintBuild(sources, installed)).not.toBe(fingerprint);
  });
});

describe('isBuildInput', () => {
  it.each(['src', 'index.ts', 'package.json', 'tsconfig.json', 'vite.config.ts'])('counts %s in', (name) => {
    expect(isBuildInput(name)).toBe(true);
  });

  it.each(['node_modules', 'dist', 'fixtures', '.cache', 'a.spec.ts', 'a.integration.spec.ts', 'README.md'])(
    'leaves %s out',
    (name) => {
      expect(isBuildInput(name)).toBe(false);
    },
  );
});

describe('nameCompiledFile', () => {
  it.each([
    ['libs/errors/src/index.ts', 'libs/errors/dist/index.js'],
    ['apps/gateway/src/http/src/route.ts', 'apps/gateway/dist/http/src/route.js'],
    ['bench/src/run-bench.ts', 'bench/dist/run-bench.js'],
    ['apps/console/src/app.tsx', 'apps/console/dist/app.js'],
  ])('%s becomes %s', (source, compiled) => {
    expect(nameCompiledFile(source)).toBe(compiled);
  });

  it.each(['libs/errors/package.json', 'bench/src/autocannon.d.ts', 'libs/errors/src/table.json'])(
    '%s becomes nothing',
    (source) => {
      expect(nameCompiledFile(source)).toBeUndefined();
    },
  );
});
