import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;
const FILES = [
  'package.json',
  'CHANGELOG.md',
  'deploy/helm/multilane',
  'scripts/check-release.mjs',
  'scripts/pin-chart.mjs',
];

let copy: string;
const run = (script: string, ...args: string[]) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [join(copy, 'scripts', script), ...args], {
    encoding: 'utf8',
  });
  return { status, text: stdout + stderr };
};

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'multilane-release-'));
  for (const file of FILES) cpSync(join(ROOT, file), join(copy, file), { recursive: true });
  const changelog = readFileSync(join(copy, 'CHANGELOG.md'), 'utf8');
  writeFileSync(
    join(copy, 'CHANGELOG.md'),
    changelog.replace('## Unreleased', '## 0.1.0 (2026-12-01)\n\nNotes.\n\n## 0.0.9'),
  );
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('a release', () => {
  it('has one version everywhere, and notes', () => {
    expect(run('check-release.mjs', 'v0.1.0')).toEqual({ status: 0, text: '' });
    expect(run('check-release.mjs', 'v0.1.0', '--notes')).toEqual({ status: 0, text: 'Notes.\n' });
    const wrong = run('check-release.mjs', 'v0.2.0');
    expect(wrong.status).toBe(1);
    for (const what of ['package.json', 'version', 'appVersion', 'CHANGELOG.md']) expect(wrong.text).toContain(what);
    expect(run('check-release.mjs', '0.1.0').status).toBe(1);
  });

  it('has a chart with the digests of its images', () => {
    expect(run('pin-chart.mjs', 'ghcr.io/a/multilane', DIGEST, 'latest').status).toBe(1);
    expect(run('pin-chart.mjs', 'ghcr.io/a/multilane', DIGEST, DIGEST)).toEqual({ status: 0, text: '' });
    const values = readFileSync(join(copy, 'deploy/helm/multilane/values.yaml'), 'utf8');
    for (const service of ['gateway', 'workspace']) {
      expect(values).toContain(`repository: ghcr.io/a/multilane-${service}, tag: "", digest: "${DIGEST}"`);
    }
  });
});
