import { describe, expect, it } from '@jest/globals';
import { readApiTools, readServerUrl } from './openapi-tools.js';

const document = (operation: object, more: object = {}) => ({
  openapi: '3.1.0',
  paths: { '/pets/{id}': { parameters: [{ name: 'id', in: 'path', schema: { type: 'string' } }], get: operation } },
  ...more,
});

// docs/contract/mcp.md#openapi
describe('the tools of an OpenAPI document', () => {
  it('have the parameters and the body as arguments', () => {
    const operation = {
      operationId: 'getPet',
      summary: 'Finds a pet.',
      parameters: [
        { name: 'fields', in: 'query', required: true, description: 'Which.', schema: { type: 'string' } },
        { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
        { $ref: '#/components/parameters/Page' },
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
      },
    };
    const components = {
      parameters: { Page: { name: 'page', in: 'query', schema: { type: 'integer' } } },
      schemas: { Pet: { type: 'object', properties: { name: { type: 'string' } } } },
    };
    const [read] = readApiTools(document(operation, { components }));
    expect(read?.tool).toMatchObject({
      name: 'getPet',
      description: 'Finds a pet.',
      inputSchema: {
        type: 'object',
        required: ['id', 'fields', 'body'],
        properties: {
          id: { type: 'string' },
          fields: { type: 'string', description: 'Which.' },
          page: { type: 'integer' },
          body: { properties: { name: { type: 'string' } } },
        },
      },
    });
    expect([...(read?.places ?? [])]).toEqual([
      ['id', 'path'],
      ['fields', 'query'],
      ['X-Trace', 'header'],
      ['page', 'query'],
    ]);
  });

  it.each(['Authorization', 'Host', 'Cookie', 'content-length', 'Transfer-Encoding'])(
    'have no argument for the header %s',
    (name) => {
      const [read] = readApiTools(document({ parameters: [{ name, in: 'header' }] }));
      expect(read?.places.has(name)).toBe(false);
    },
  );

  it('end where references lead in a circle, or to another document', () => {
    const schema = { $ref: '#/components/schemas/Node' };
    const components = { schemas: { Node: { type: 'object', properties: { next: schema } } } };
    const content = { 'application/json': { schema } };
    const [read] = readApiTools(document({ requestBody: { content } }, { components }));
    expect(JSON.stringify(read?.tool).length).toBeLessThan(10_000);
    const elsewhere = { name: 'q', in: 'query', schema: { $ref: 'https://example.com/schema.json' } };
    const [other] = readApiTools(document({ parameters: [elsewhere] }));
    expect(other?.tool.inputSchema.properties?.q).toEqual({});
  });

  it('stay small where few references stand for very many parts', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 11 }, (_, level) => {
        const next = { $ref: `#/components/schemas/S${level + 1}` };
        return [`S${level}`, { properties: Object.fromEntries('abcdefgh'.split('').map((name) => [name, next])) }];
      }),
    );
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } };
    const [read] = readApiTools(document({ requestBody: { content } }, { components: { schemas } }));
    expect(JSON.stringify(read?.tool).length).toBeLessThan(50_000);
  });

  it.each([{}, { paths: [] }, { paths: { '/a': null } }, { paths: { 'evil.com/a': { get: {} } } }])(
    'are none for %j',
    (value) => {
      expect(readApiTools(value)).toEqual([]);
    },
  );

  it('know the address of the API', () => {
    expect(readServerUrl({ servers: [{ url: '/v1' }] })).toBe('/v1');
    expect(readServerUrl({ servers: 'x' })).toBeUndefined();
  });
});
