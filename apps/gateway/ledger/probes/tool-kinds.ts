import type { RequestProbe } from '../probe.js';
import { messagesTool, responsesTool, TOOL_NAME } from './probe-tool.js';

/** Tools that are no plain function, and what only some formats say of a tool. */
export const TOOL_KINDS: readonly RequestProbe[] = [
  {
    feature: 'a custom tool',
    says: {
      chat: { tools: [{ type: 'custom', custom: { name: TOOL_NAME, description: 'd' } }] },
      responses: { tools: [{ type: 'custom', name: TOOL_NAME, description: 'd' }] },
    },
    stands: {
      // The one string of its input is the one parameter of a function, and the answer's call is turned back.
      reference: { 'tools[0].function.name': TOOL_NAME, 'tools[0].function.parameters.required': ['input'] },
      messages: { 'tools[0].name': TOOL_NAME, 'tools[0].input_schema.required': ['input'] },
      generateContent: {
        'tools[0].functionDeclarations[0].name': TOOL_NAME,
        'tools[0].functionDeclarations[0].parameters.required': ['input'],
      },
      cohere: { 'tools[0].function.name': TOOL_NAME, 'tools[0].function.parameters.required': ['input'] },
      converse: {
        'toolConfig.tools[0].toolSpec.name': TOOL_NAME,
        'toolConfig.tools[0].toolSpec.inputSchema.json.required': ['input'],
      },
    },
  },
  {
    feature: 'the grammar of a custom tool',
    says: {
      chat: {
        tools: [
          {
            type: 'custom',
            custom: {
              name: TOOL_NAME,
              format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: PROBE' } },
            },
          },
        ],
      },
      responses: {
        tools: [
          { type: 'custom', name: TOOL_NAME, format: { type: 'grammar', syntax: 'lark', definition: 'start: PROBE' } },
        ],
      },
    },
    sentinels: ['start: PROBE'],
  },
  {
    feature: 'a namespace of tools: its name and description',
    says: {
      responses: {
        tools: [{ type: 'namespace', name: 'probe_space', description: 'probe-about', tools: [responsesTool()] }],
      },
    },
    sentinels: ['probe_space', 'probe-about'],
  },
  {
    feature: 'tools that an item adds later: additional_tools',
    says: {
      responses: {
        input: [
          { role: 'user', content: 'hi' },
          { type: 'additional_tools', tools: [responsesTool()] },
        ],
      },
    },
    sentinels: [TOOL_NAME],
  },
  {
    feature: 'defer_loading and output_schema of a tool',
    says: { responses: { tools: [responsesTool({ defer_loading: true, output_schema: { probe: 'probe-schema' } })] } },
    sentinels: ['probe-schema'],
  },
  {
    feature: 'input_examples of a tool',
    says: { messages: { tools: [messagesTool({ input_examples: [{ probe_city: 'probe-example' }] })] } },
    sentinels: ['probe-example'],
  },
  {
    feature: 'eager_input_streaming of a tool',
    says: { messages: { tools: [messagesTool({ eager_input_streaming: true })] } },
    sentinels: ['eager_input_streaming'],
  },
  {
    feature: 'a tool that the provider defines or runs: web search',
    says: {
      chat: { tools: [{ type: 'web_search' }] },
      responses: { tools: [{ type: 'web_search' }] },
      messages: { tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
    },
  },
  {
    feature: 'a tool that the provider defines and the client runs: bash',
    says: { messages: { tools: [{ type: 'bash_20250124', name: 'bash' }] } },
    sentinels: ['bash_20250124'],
  },
  {
    feature: 'defer_loading of a tool',
    says: { messages: { tools: [messagesTool({ defer_loading: true })] } },
  },
  {
    feature: 'allowed_callers of a tool: code of the provider',
    says: {
      responses: { tools: [responsesTool({ allowed_callers: ['programmatic'] })] },
      messages: { tools: [messagesTool({ allowed_callers: ['code_execution_20250825'] })] },
    },
  },
  {
    feature: 'a tool whose output comes later: async',
    says: { responses: { tools: [responsesTool({ async: true })] } },
  },
];
