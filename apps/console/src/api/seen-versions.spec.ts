import { describe, expect, it } from '@jest/globals';
import { headersOfChange, holdVersion, noteVersions, seenVersion } from './seen-versions.js';
import { versionOf } from './version-of.js';

const FIRST = '2026-01-01T00:00:00.000Z';
const SECOND = '2026-01-02T00:00:00.000Z';

describe('the versions of rows', () => {
  it('are the ETags that the service makes of their times', () => {
    expect(versionOf({ updated_at: '1970-01-01T00:00:00.035Z' })).toBe('"z"');
    expect(versionOf({ updated_at: null })).toBeUndefined();
  });

  it('are noted of lists, of single answers and of people', () => {
    noteVersions({ data: [{ id: 'a', updated_at: FIRST }, { id: 'b' }], next_cursor: null });
    noteVersions({ id: 'c', updated_at: SECOND });
    noteVersions({ user_id: 'd', updated_at: SECOND });
    noteVersions(undefined);
    expect(['a', 'b', 'c', 'd', undefined].map(seenVersion)).toEqual([
      versionOf({ updated_at: FIRST }),
      undefined,
      versionOf({ updated_at: SECOND }),
      versionOf({ updated_at: SECOND }),
      undefined,
    ]);
  });

  it('stay the ones that a form shows, though a newer one is seen', () => {
    noteVersions({ id: 'row', updated_at: FIRST });
    const release = holdVersion('row', seenVersion('row'));
    noteVersions({ id: 'row', updated_at: SECOND });
    expect(headersOfChange({ place: 'x', id: 'row' })).toEqual({ 'if-match': versionOf({ updated_at: FIRST }) });
    expect(headersOfChange({ id: 'row', place: 'x' })).toEqual({});
    release();
    expect(headersOfChange({ id: 'row' })).toEqual({});
  });

  it('are of the newest 5,000 rows', () => {
    for (let at = 0; at <= 5_000; at += 1) noteVersions({ id: `many-${at}`, updated_at: FIRST });
    expect(seenVersion('many-0')).toBeUndefined();
    expect(seenVersion('many-1')).toBe(versionOf({ updated_at: FIRST }));
  });
});
