import { afterEach, describe, expect, it } from '@jest/globals';
import { tryKey } from './try-key.js';

const FAILED = {
  error: { message: 'The provider failed.', code: 'provider_error', type: 'server_error', param: null },
};

describe('the trial of a new key', () => {
  const before = { document: globalThis.document, fetch: globalThis.fetch, location: globalThis.location };
  afterEach(() => void Object.assign(globalThis, before));

  const answering = (models: number, answer: Response): void =>
    void Object.assign(globalThis, {
      document: { querySelector: () => null },
      location: { origin: 'http://console.test' },
      fetch: (url: URL) =>
        Promise.resolve(
          url.pathname.endsWith('/models') ? Response.json({ data: [{ id: 'small' }] }, { status: models }) : answer,
        ),
    });

  it('says which model answered', async () => {
    answering(200, Response.json({ choices: [{ message: { content: 'Hello.' } }] }));
    expect(await tryKey('k', ['small'])).toEqual({ model: 'small', text: 'Hello.' });
  });

  it('tells a model that failed from a key that does not work', async () => {
    answering(200, Response.json(FAILED, { status: 502 }));
    expect(await tryKey('k', ['small'])).toMatchObject({ model: 'small', failure: { code: 'provider_error' } });
    answering(401, Response.json(FAILED, { status: 502 }));
    await expect(tryKey('k', ['small'])).rejects.toMatchObject({ status: 401 });
  });
});
