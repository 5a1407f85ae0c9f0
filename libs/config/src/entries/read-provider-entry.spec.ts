import { describe, expect, it } from '@jest/globals';
import { findProvider } from './find-provider.js';
import { emptyProviderEntry, readProviderEntry } from './read-provider-entry.js';

describe('a provider that people registered', () => {
  it('has the fields and defaults of an entry of gateway.yaml', () => {
    const { entry } = readProviderEntry({ name: 'openai', kind: 'openai', timeouts: { connect_ms: 7 } });
    const fromFile = findProvider({ providers: [] }, 'openai');
    expect(entry).toEqual({ ...fromFile, timeouts: { ...fromFile.timeouts, connect_ms: 7 } });
  });

  it.each([
    [{ name: 'mine', kind: 'no-such-kind' }, 'not valid: kind'],
    [
      { name: 'mine', kind: 'openai', base_url: 'ftp://secret-host', headers: { 'a b': '1' } },
      /not valid: base_url, headers/,
    ],
  ])('names the fields that are not valid, and no value: %j', (fields, problem) => {
    const read = readProviderEntry(fields);
    expect(read.entry).toBeUndefined();
    expect(read.problem).toMatch(problem);
    expect(read.problem).not.toContain('secret-host');
  });

  it('has every default and nothing else where a version knows neither its kind nor its fields', () => {
    const entry = emptyProviderEntry('p', 'kind-of-tomorrow');
    expect(entry).toEqual({ ...findProvider({ providers: [] }, 'openai'), name: 'p', kind: 'kind-of-tomorrow' });
  });
});
