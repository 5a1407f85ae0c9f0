import { type CallToolResult, type McpServerFactory, Server, type Tool } from '@modelcontextprotocol/server';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const SOUND = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

const text = (words: string) => ({ type: 'text', text: words }) as const;
const image = { type: 'image', data: PIXEL, mimeType: 'image/png' } as const;
const embedded = (uri: string, mimeType: string, words: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text: words } }) as const;
const NO_ARGUMENTS: Tool['inputSchema'] = { type: 'object', properties: {} };

const RESULTS: Readonly<Record<string, CallToolResult>> = {
  test_simple_text: { content: [text('This is a simple text response for testing.')] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [{ type: 'audio', data: SOUND, mimeType: 'audio/wav' }] },
  test_embedded_resource: {
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  },
  test_multiple_content_types: {
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  },
  test_error_handling: { content: [text('This tool intentionally returns an error for testing')], isError: true },
};

const SCHEMA_TOOL: Tool = {
  name: 'json_schema_2020_12_tool',
  description: 'Tool with JSON Schema 2020-12 features',
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
    },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
    additionalProperties: false,
  },
};

const RESOURCES = [
  { uri: 'test://static-text', name: 'static-text', description: 'A text.', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'static-binary', description: 'An image.', mimeType: 'image/png' },
];

const argument = (name: string) => ({ name, description: `The argument ${name}.`, required: true });
const PROMPTS = [
  { name: 'test_simple_prompt', description: 'A prompt without arguments.' },
  {
    name: 'test_prompt_with_arguments',
    description: 'A prompt with two arguments.',
    arguments: [argument('arg1'), argument('arg2')],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A prompt with a resource.',
    arguments: [argument('resourceUri')],
  },
  { name: 'test_prompt_with_image', description: 'A prompt with an image.' },
];

/** A server that has what the conformance tests of MCP ask servers for, as far as it needs no session. */
export const everythingServer: McpServerFactory = () => {
  const server = new Server(
    { name: 'everything', version: '1.0.0' },
    { capabilities: { tools: {}, resources: {}, prompts: {} } },
  );
  const names = [...Object.keys(RESULTS), 'test_tool_with_progress'];
  const tools = names.map((name) => ({ name, description: `The tool ${name}.`, inputSchema: NO_ARGUMENTS }));
  server.setRequestHandler('tools/list', () => ({ tools: [...tools, SCHEMA_TOOL] }));
  server.setRequestHandler('tools/call', async ({ params: { name } }, { mcpReq }) => {
    const token = mcpReq._meta?.progressToken;
    for (const progress of name === 'test_tool_with_progress' && token !== undefined ? [0, 50, 100] : []) {
      const params = {
        progressToken: token as string,
        progress,
        total: 100,
        message: `Completed step ${progress} of 100`,
      };
      await mcpReq.notify({ method: 'notifications/progress', params });
    }
    return RESULTS[name] ?? { content: [text(String(token ?? 'done'))] };
  });
  server.setRequestHandler('resources/list', () => ({ resources: RESOURCES }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: PIXEL }] };
    if (uri === 'test://static-text') {
      return { contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }] };
    }
    const [, id] = /^test:\/\/template\/(.+)\/data$/.exec(uri) ?? [];
    const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri, mimeType: 'application/json', text: data }] };
  });
  server.setRequestHandler('prompts/list', () => ({ prompts: PROMPTS }));
  server.setRequestHandler('prompts/get', ({ params: { arguments: values = {}, name } }) => {
    const say = (...content: object[]) => ({
      messages: content.map((each) => ({ role: 'user', content: each })) as never,
    });
    if (name === 'test_prompt_with_image') return say(image, text('Please analyze the image above.'));
    if (name === 'test_prompt_with_arguments') {
      return say(text(`Prompt with arguments: arg1='${values.arg1}', arg2='${values.arg2}'`));
    }
    if (name === 'test_prompt_with_embedded_resource') {
      const uri = String(values.resourceUri);
      const resource = embedded(uri, 'text/plain', 'Embedded resource content for testing.');
      return say(resource, text('Please process the embedded resource above.'));
    }
    return say(text('This is a simple prompt for testing.'));
  });
  return server;
};
