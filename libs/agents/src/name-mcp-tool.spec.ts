import { describe, expect, it } from '@jest/globals';
import { nameMcpTool } from './name-mcp-tool.js';

// docs/contract/agents.md#definitions
describe('nameMcpTool', () => {
  it.each([
    ['tickets', 'search', /^tickets__search$/],
    ['tickets', 'search.all', /^tickets__search_all_[0-9a-f]{8}$/],
    ['t'.repeat(60), 'search', /^t{55}_[0-9a-f]{8}$/],
  ])('names the tool of %s that the server calls %s', (name, tool, expected) => {
    expect(nameMcpTool(name, tool)).toMatch(expected);
  });

  it('keeps names apart that differ only in what is cut or replaced', () => {
    const [one, other, third] = ['a.b', 'a:b', 'a_b'].map((tool) => nameMcpTool('s', tool));
    expect(new Set([one, other, third]).size).toBe(3);
  });
});
