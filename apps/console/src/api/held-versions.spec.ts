import { afterEach, describe, expect, it } from '@jest/globals';
import { api } from './client.js';
import { headersOfChange, holdVersion } from './held-versions.js';
import { idOfRow, type ShownRow, versionOf } from './version-of.js';

const OLDER = { id: 'row', updated_at: '2026-01-01T00:00:00.000Z' };
const NEWER = { id: 'row', updated_at: '2026-01-02T00:00:00.000Z' };

describe('the versions of rows', () => {
  it('are the ETags that the service makes of their times', () => {
    expect(versionOf({ updated_at: '1970-01-01T00:00:00.035Z' })).toBe('"z"');
    expect(versionOf({ updated_at: null })).toBeUndefined();
  });

  it('belong to the id of the row, or to the account of a person', () => {
    const rows: ShownRow[] = [
      OLDER,
      { user_id: 'person', updated_at: null },
      { id: 'key', user_id: 'person', updated_at: null },
      { user_id: null, updated_at: null },
    ];
    expect(rows.map(idOfRow)).toEqual(['row', 'person', 'key', undefined]);
  });

  it('are held for the row at the end of a path, until they are released', () => {
    const release = holdVersion('row', versionOf(OLDER));
    expect(headersOfChange({ place: 'x', id: 'row' })).toEqual({ 'if-match': versionOf(OLDER) });
    expect(headersOfChange({ id: 'row', place: 'x' })).toEqual({});
    release();
    expect(headersOfChange({ id: 'row' })).toEqual({});
  });

  it('are not held without an id or a version', () => {
    holdVersion(undefined, versionOf(OLDER))();
    holdVersion('row', undefined)();
    expect(headersOfChange({ id: 'row' })).toEqual({});
  });
});

describe('a change that a form sends', () => {
  const before = { document: globalThis.document, fetch: globalThis.fetch, location: globalThis.location };
  afterEach(() => void Object.assign(globalThis, before));

  it('names the version that the form shows, though the tab reads a newer one meanwhile', async () => {
    const sent: (string | null)[] = [];
    Object.assign(globalThis, {
      document: { querySelector: () => null },
      location: { origin: 'http://console.test' },
      fetch: (request: Request) => {
        sent.push(request.headers.get('if-match'));
        return Promise.resolve(Response.json(request.method === 'GET' ? { data: [NEWER], next_cursor: null } : NEWER));
      },
    });
    await api.get('/admin/teams', { query: {} });
    const release = holdVersion(OLDER.id, versionOf(OLDER));
    await api.patch('/admin/teams/{id}', { path: { id: OLDER.id }, body: { name: 'mine' } });
    release();
    await api.patch('/admin/teams/{id}', { path: { id: OLDER.id }, body: { name: 'mine' } });
    expect(sent).toEqual([null, versionOf(OLDER), null]);
  });
});
