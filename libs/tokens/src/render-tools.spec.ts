import { describe, expect, it } from '@jest/globals';
import type { ChatTool } from '@multilane/contracts';
import { renderTools } from './render-tools.js';

const render = (parameters: Record<string, unknown> | null): string =>
  renderTools([{ type: 'function', function: { name: 'find', description: 'Finds it', parameters } }]);

describe('renderTools', () => {
  it('shows a tool as a function type, with the descriptions of its own parameters', () => {
    const text = render({
      type: 'object',
      required: ['city'],
      properties: {
        city: { type: 'string', description: 'Where' },
        unit: { type: 'string', enum: ['c', 'f'] },
        near: { type: 'array', items: { type: 'object', properties: { km: { type: 'integer', description: 'no' } } } },
      },
    });
    expect(text).toBe(`namespace functions {

// Finds it
type find = (_: {
// Where
city: string,
unit?: "c" | "f",
near?: {
  km?: number,
}[],
}) => any;

} // namespace functions`);
  });

  it.each([
    ['nothing', null],
    ['an empty object', { type: 'object', properties: {} }],
    ['a schema without properties', { type: 'object' }],
  ])('shows a tool whose parameters are %s as taking none', (_what, parameters) => {
    expect(render(parameters)).toContain('type find = () => any;');
  });

  it.each([
    ['alternatives', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    ['several types', { type: ['integer', 'boolean'] }, 'number | boolean'],
    ['a reference', { $ref: '#/$defs/x' }, 'any'],
    ['a boolean schema', true, 'any'],
    ['nothing', null, 'any'],
    ['an array of anything', { type: 'array' }, 'any[]'],
    ['numbers to choose from', { type: 'integer', enum: [1, 2] }, '1 | 2'],
  ])('shows %s', (_what, property, expected) => {
    expect(render({ type: 'object', properties: { x: property } })).toContain(`x?: ${expected},`);
  });

  it('ends somewhere in a schema without end', () => {
    let schema: Record<string, unknown> = { type: 'string' };
    for (let depth = 0; depth < 5_000; depth++) schema = { type: 'object', properties: { inner: schema } };
    expect(render(schema).length).toBeLessThan(10_000);
  });

  it('shows a kind of tool that it does not know as its JSON', () => {
    const custom = { type: 'custom', custom: { name: 'shell' } } as unknown as ChatTool;
    expect(renderTools([custom])).toContain('{"type":"custom","custom":{"name":"shell"}}');
  });
});
