import { describe, expect, it } from '@jest/globals';
import { exposeName } from './tool-names.js';

// docs/contract/mcp.md#names
describe('the name that a tool is offered by', () => {
  it.each([
    ['tickets', 'search', 'tickets__search'],
    ['a', 'b.c-d_e', 'a__b.c-d_e'],
    ['a', 'x'.repeat(61), `a__${'x'.repeat(61)}`],
  ])('begins with its server: %s, %s', (server, tool, name) => {
    expect(exposeName(server, tool)).toBe(name);
  });

  it.each(['x'.repeat(62), 'with space', 'with/slash', 'größe'])('is short and plain, and its own: %s', (tool) => {
    const name = exposeName('a', tool);
    expect(name).toMatch(/^a__[A-Za-z0-9_.-]{1,61}$/);
    expect(name).not.toBe(exposeName('a', `${tool}!`));
    expect(exposeName('a', tool)).toBe(name);
  });
});
