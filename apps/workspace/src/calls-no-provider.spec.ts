import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const SOURCES = fileURLToPath(new URL('.', import.meta.url));

/** Code that a call of a provider needs, and the files of the workspace that may have it nevertheless. */
const NEEDED: readonly (readonly [string, RegExp, readonly string[]])[] = [
  ['decrypts the secrets of a provider for a call', /\b(findSecrets|loadSnapshotChanges|loadSnapshotRows)\b/, []],
  // Identity providers of organizations are asked by the service that signs their people in.
  [
    'opens connections to addresses that people name',
    /\b(createGuardedFetch|createGuardedConnect)\b/,
    ['modules/sso/guarded-issuer-fetch.ts'],
  ],
  // With the word "credential", to learn which headers a kind sets itself.
  ['writes a credential into a request', /\.authorize\(/, ['modules/providers/find-header-problem.ts']],
  ['signs a request to a provider', /\.sign\?*\.?\(/, []],
  ['runs jobs', /\.work\(/, []],
];

describe('the workspace calls no provider (docs/contract/control-plane.md#providers-and-models)', () => {
  const files = readdirSync(SOURCES, { encoding: 'utf8', recursive: true }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'),
  );

  it.each(NEEDED)('no file %s', (_what, pattern, allowed) => {
    expect(files.length).toBeGreaterThan(100);
    const found = files.filter((path) => pattern.test(readFileSync(SOURCES + path, 'utf8')));
    expect(found).toEqual(allowed);
  });
});
