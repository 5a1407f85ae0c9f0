import { afterEach, describe, expect, it } from '@jest/globals';
import { findAllKeys, findModels, findPeople, findProviderNames, findTeams, findWorkspaces } from './lookups.js';

describe('the choices of pickers', () => {
  const before = { document: globalThis.document, fetch: globalThis.fetch, location: globalThis.location };
  afterEach(() => void Object.assign(globalThis, before));

  it('are asked for in the order of their names, so that one finds one of many', async () => {
    const asked: URL[] = [];
    Object.assign(globalThis, {
      document: { querySelector: () => null },
      location: { origin: 'http://console.test' },
      fetch: (request: Request) => {
        asked.push(new URL(request.url));
        return Promise.resolve(Response.json({ data: [], next_cursor: null }));
      },
    });
    await findTeams('');
    await findPeople('ada');
    await findWorkspaces('');
    await findModels('w', '');
    await findProviderNames('w', '');
    await findAllKeys('w', '');
    expect(asked.map(({ searchParams }) => searchParams.get('order'))).toEqual(new Array(6).fill('name'));
    expect(asked.map(({ searchParams }) => searchParams.get('q'))).toEqual([null, 'ada', null, null, null, null]);
  });
});
