import { describe, expect, it } from '@jest/globals';
import { MCP_CLIENTS, writeMcpSnippet } from './write-mcp-snippet.js';

describe('the snippet of an MCP client', () => {
  it.each(MCP_CLIENTS)('has the address and reads the key from the environment for %s', (client) => {
    const { text } = writeMcpSnippet(client, 'https://ai.example.com/base');
    expect(text).toMatch(/https:\/\/ai\.example\.com\/base\/mcp['"]/);
    expect(text).toContain('MULTILANE_KEY');
  });

  it.each(MCP_CLIENTS)('names the one server that was chosen for %s', (client) => {
    expect(writeMcpSnippet(client, 'https://ai.example.com', 'tickets').text).toContain(
      'https://ai.example.com/mcp/tickets',
    );
  });

  it('for other clients is JSON', () => {
    expect(JSON.parse(writeMcpSnippet('generic', 'https://ai.example.com', 'tickets').text)).toEqual({
      mcpServers: {
        tickets: {
          type: 'http',
          url: 'https://ai.example.com/mcp/tickets',
          headers: { Authorization: `Bearer \${MULTILANE_KEY}` },
        },
      },
    });
  });
});
