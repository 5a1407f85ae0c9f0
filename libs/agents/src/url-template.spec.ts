import { describe, expect, it } from '@jest/globals';
import { fillRequest } from './url-template.js';

const GET = { method: 'GET', url: 'https://shop.example/orders/{id}/lines?kind=a' } as const;

describe('fillRequest', () => {
  it('fills the path, and adds the rest to the query', () => {
    expect(fillRequest(GET, { id: 7, tags: ['x', 'y z'], more: { a: 1 } })).toEqual({
      url: 'https://shop.example/orders/7/lines?kind=a&tags=x&tags=y+z&more=%7B%22a%22%3A1%7D',
      body: undefined,
    });
  });

  it('puts the rest of a POST into its body', () => {
    expect(fillRequest({ ...GET, method: 'POST' }, { id: 'a', note: 'n' })).toEqual({
      url: 'https://shop.example/orders/a/lines?kind=a',
      body: '{"note":"n"}',
    });
  });

  it.each(['../../admin', 'a/b', '?x=1', '#x', '@evil.example', '\\evil', '%2e%2e'])(
    'lets %s not leave its place',
    (id) => {
      const filled = fillRequest(GET, { id });
      const { hostname, pathname, search } = new URL('url' in filled ? filled.url : '');
      expect([hostname, search]).toEqual(['shop.example', '?kind=a']);
      expect(pathname.split('/')).toEqual(['', 'orders', encodeURIComponent(id), 'lines']);
    },
  );

  it.each([undefined, '', '.', '..', null, {}, ['a']])('rejects %j in the path', (id) => {
    expect(fillRequest(GET, { id })).toEqual({ problem: expect.stringContaining('id') });
  });
});
