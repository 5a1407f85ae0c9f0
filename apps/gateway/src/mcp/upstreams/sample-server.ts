import { createMcpHandler, type McpHttpHandler, Server, type Tool } from '@modelcontextprotocol/server';

const TOOLS: Tool[] = [
  {
    name: 'echo',
    description: 'Returns the text that it is given.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'add',
    description: 'Adds two numbers.',
    inputSchema: {
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'number' } },
      required: ['a', 'b'],
    },
    annotations: { readOnlyHint: true },
  },
];

/** An MCP server within the process, to try the gateway with: `kind: sample`. It answers the same question in the same way. */
export function createSampleServer(): McpHttpHandler {
  return createMcpHandler(() => {
    const server = new Server(
      { name: 'sample', version: '1.0.0' },
      { capabilities: { tools: {} }, instructions: 'Tools to try the gateway with.' },
    );
    server.setRequestHandler('tools/list', () => ({ tools: TOOLS }));
    server.setRequestHandler('tools/call', ({ params: { arguments: values = {}, name } }) => {
      if (name === 'echo') return { content: [{ type: 'text', text: String(values.text ?? '') }] };
      if (name === 'add') {
        const sum = Number(values.a) + Number(values.b);
        return { content: [{ type: 'text', text: String(sum) }] };
      }
      return { content: [{ type: 'text', text: 'The sample server has no tool of that name.' }], isError: true };
    });
    return server;
  });
}
