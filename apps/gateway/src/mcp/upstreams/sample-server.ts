import {
  type CallToolResult,
  createMcpHandler,
  type McpHttpHandler,
  Server,
  type Tool,
} from '@modelcontextprotocol/server';

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
      if (name === 'echo') {
        if (typeof values.text !== 'string') return refuse('The argument text has to be a text.');
        return { content: [{ type: 'text', text: values.text }] };
      }
      if (name === 'add') {
        const { a, b } = values;
        if (typeof a !== 'number' || typeof b !== 'number') return refuse('The arguments a and b have to be numbers.');
        const sum = a + b;
        if (!Number.isFinite(sum)) return refuse('The numbers a and b are too large to be added.');
        return { content: [{ type: 'text', text: String(sum) }] };
      }
      return refuse('The sample server has no tool of that name.');
    });
    return server;
  });
}

function refuse(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
