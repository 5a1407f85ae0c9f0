import { describe, expect, it } from '@jest/globals';
import { judgeSink } from './judge-sink.js';

const EXPECTED = new Set(['a', 'b', 'c']);
const KNOWN = new Set(['a', 'b', 'c', 'early']);

describe('what a sink has of the records', () => {
  it('is whole where each record is in one batch', () => {
    const batches = [
      { name: '1', ids: ['early', 'a', 'b'] },
      { name: '2', ids: ['c'] },
    ];
    expect(judgeSink(batches, EXPECTED, KNOWN)).toEqual({ delivered: 3, twice: 0, missing: 0, surplus: 0 });
  });

  it('is not doubled by a batch that comes again under its name', () => {
    const again = { name: '1', ids: ['a', 'b', 'c'] };
    expect(judgeSink([again, again], EXPECTED, KNOWN)).toMatchObject({ delivered: 3, twice: 0 });
  });

  it('is doubled by records under another name, and where batches have no names', () => {
    const named = [
      { name: '1', ids: ['a', 'b'] },
      { name: '2', ids: ['b', 'c'] },
    ];
    expect(judgeSink(named, EXPECTED, KNOWN)).toMatchObject({ twice: 1 });
    const nameless = { name: undefined, ids: ['a', 'b', 'c'] };
    expect(judgeSink([nameless, nameless], EXPECTED, KNOWN)).toMatchObject({ twice: 3 });
  });

  it('lacks records, and has some that are none', () => {
    expect(judgeSink([{ name: '1', ids: ['a', 'x'] }], EXPECTED, KNOWN)).toMatchObject({ missing: 2, surplus: 1 });
  });
});
