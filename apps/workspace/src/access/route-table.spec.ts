import { describe, expect, it } from '@jest/globals';
import { RouteTable } from './route-table.js';

function tableOf(...paths: string[]): RouteTable {
  const table = new RouteTable();
  table.fill(paths.map((path) => ({ method: 'GET', path, name: path, access: { kind: 'public' } as never })));
  return table;
}

describe('the table of routes', () => {
  it('takes a service whose routes are all of controllers', () => {
    const served = ['GET', 'HEAD'].map((method) => ({ method, url: '/admin/things/:id' }));
    expect(() => tableOf('/admin/things/:id').demandAll(served)).not.toThrow();
  });

  it('names the routes that the server has and no controller declares', () => {
    const served = [
      { method: 'GET', url: '/admin/things' },
      { method: 'GET', url: '/admin/dump' },
      { method: 'POST', url: '/admin/things' },
    ];
    expect(() => tableOf('/admin/things').demandAll(served)).toThrow('GET /admin/dump, POST /admin/things');
  });
});
