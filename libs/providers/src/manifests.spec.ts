import { describe, expect, test } from '@jest/globals';
import { PROVIDER_KINDS } from '@multilane/contracts';
import { ALL_MANIFESTS, findManifest, listSettings, MANIFESTS } from './manifests.js';
import { getAdapter, listAdapterKinds } from './registry.js';

const ROWS = ALL_MANIFESTS.map((manifest) => [manifest.kind, manifest] as const);

describe('the table of manifests', () => {
  test('has every kind of the contracts once, under its own name and group', () => {
    expect(Object.keys(MANIFESTS).sort()).toEqual(Object.keys(PROVIDER_KINDS).sort());
    for (const [key, manifest] of Object.entries(MANIFESTS)) expect(manifest.kind).toBe(key);
    for (const [kind, { group }] of ROWS) expect(group).toBe(PROVIDER_KINDS[kind]);
  });

  test('finds nothing for what is no kind, whatever objects inherit', () => {
    expect(findManifest('openai')).toBe(MANIFESTS.openai);
    for (const name of ['', 'OpenAI', 'constructor', '__proto__']) expect(findManifest(name)).toBeUndefined();
  });

  test('gives every kind of group R its wire, and no other kind one', () => {
    for (const [kind, { group, wire }] of ROWS) expect([kind, wire !== undefined]).toEqual([kind, group === 'R']);
  });
});

describe('a manifest', () => {
  test.each(ROWS)('for %s names addresses that can be dialled, without a slash at their end', (_kind, manifest) => {
    const { defaultBaseUrl, documentation, inProcess, settings, localRuntime } = manifest;
    const addresses = [defaultBaseUrl, localRuntime?.address].filter((address) => address !== undefined);
    for (const address of inProcess ? [] : addresses) expect(address).toMatch(/^https?:\/\/[^?#]*[^/?#]$/);
    if (documentation !== undefined) expect(new URL(documentation).protocol).toBe('https:');
    // An address of its own, or one that must be given, never both: a default that is rejected helps nobody.
    const isAsked = settings.some(({ name, required }) => name === 'base_url' && required);
    if (isAsked) expect(defaultBaseUrl).toBeUndefined();
    const isDerived = settings.some(({ name }) => name === 'region' || name === 'location');
    expect([isAsked, isDerived, defaultBaseUrl !== undefined].filter(Boolean)).toHaveLength(1);
  });

  test.each(ROWS)('for %s agrees with its adapter', (kind, { defaultBaseUrl }) => {
    const adapter = getAdapter(kind);
    if (adapter === undefined) return expect(listAdapterKinds()).not.toContain(kind);
    return expect([adapter.kind, adapter.defaultBaseUrl]).toEqual([kind, defaultBaseUrl]);
  });

  test.each(ROWS)('for %s says of each setting what a form needs, once', (_kind, manifest) => {
    const settings = listSettings(manifest);
    const names = settings.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, label, help } of settings) {
      expect(name).toMatch(/^[a-z][a-z_]*$/);
      expect(label).toMatch(/^[A-Z]/);
      expect(help).toMatch(/^[A-Z].*\.$/s);
    }
  });

  test.each(ROWS)('for %s has key patterns that compile and match no ordinary words', (_kind, { keyPatterns }) => {
    for (const pattern of keyPatterns) {
      expect('task skeleton ASIAN market a key fw').not.toMatch(new RegExp(`\\b(?:${pattern})`));
    }
  });

  test.each(ROWS)(
    'for %s asks for paths, and is tested by a list only where the path names no model',
    (_kind, manifest) => {
      const { models, connectionTest } = manifest;
      const paths = [models?.path, models?.chatPath, connectionTest === 'model' ? undefined : connectionTest.path];
      for (const path of paths.filter((each) => each !== undefined)) expect(path).toMatch(/^\/[\w/{}?&=-]+$/);
    },
  );
});

test('secrets are those of the credential, and the variables of the settings are no keys', () => {
  const secrets = new Set(
    ALL_MANIFESTS.flatMap(listSettings)
      .filter(({ secret }) => secret)
      .map(({ name }) => name),
  );
  expect([...secrets].sort()).toEqual([
    'access_key_id',
    'access_token',
    'api_key',
    'api_keys',
    'credentials_json',
    'secret_access_key',
    'session_token',
  ]);
});

test('a manifest names a path of this service for each retired one, and the alternative', () => {
  const retired = ALL_MANIFESTS.flatMap(({ retired = [] }) => retired);
  expect(retired.map(({ path }) => path)).toEqual(['/v1/images/variations', '/v1/chat/completions']);
  for (const { since, instead } of retired)
    expect([since ?? '2026-01-01', instead]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d$/), expect.any(String)]);
});

test('a kind takes its key from an environment variable that no other kind has', () => {
  const names = ALL_MANIFESTS.flatMap(({ environment }) => environment?.name ?? []);
  expect(new Set(names).size).toBe(names.length);
});
