import { describe, expect, it } from '@jest/globals';
import type { EndpointDescriptor } from './descriptor.js';
import { ENDPOINTS } from './endpoints.js';
import { EndpointFinder } from './find-endpoint.js';

const at = (method: string, path: string) => ({ route: { method, path } }) as EndpointDescriptor;
const [LIST, UPLOAD, READ, CONTENT] = [
  at('GET', '/v1/files'),
  at('POST', '/v1/files'),
  at('GET', '/v1/files/{file_id}'),
  at('GET', '/v1/files/{file_id}/content'),
] as const;

const finder = new EndpointFinder([LIST, UPLOAD, READ, CONTENT]);

describe('an endpoint is found by the method and the path of a request', () => {
  it.each<[string, string, EndpointDescriptor | undefined, Record<string, string>]>([
    ['GET', '/v1/files', LIST, {}],
    ['POST', '/v1/files', UPLOAD, {}],
    ['POST', '/v1/files/', UPLOAD, {}],
    ['GET', '/v1/files/file-1', READ, { file_id: 'file-1' }],
    ['GET', '/v1/files/a%2Fb', READ, { file_id: 'a/b' }],
    ['GET', '/v1/files/f/content', CONTENT, { file_id: 'f' }],
    ['GET', '/v1/files/content', READ, { file_id: 'content' }],
    ['DELETE', '/v1/files', undefined, {}],
    ['POST', '/v1/files/file-1', undefined, {}],
    ['GET', '/v1/files/a/b', undefined, {}],
    ['GET', '/v1/files//content', undefined, {}],
    ['GET', '/v1/files/%ff', undefined, {}],
    ['GET', '/v1/file', undefined, {}],
    ['GET', '', undefined, {}],
  ])('%s %s', (method, path, endpoint, params) => {
    expect(finder.find(method, path)).toEqual(endpoint && { endpoint, params });
  });

  it('finds each endpoint of the gateway at its own route', () => {
    const all = new EndpointFinder();
    for (const endpoint of ENDPOINTS) {
      const { method, path } = endpoint.route;
      expect(all.find(method, path.replaceAll(/\{\w+\}/g, 'x'))?.endpoint).toBe(endpoint);
    }
  });
});
