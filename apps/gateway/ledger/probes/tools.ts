import type { RequestProbe } from '../probe.js';
import { chatTool, messagesTool, responsesTool, TOOL_NAME, TOOL_SCHEMA, tools } from './probe-tool.js';

const RICH_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: { probe_ref: { $ref: '#/$defs/probe_def' }, one: { oneOf: [{ type: 'string' }, { type: 'number' }] } },
  $defs: { probe_def: { type: 'string' } },
};

/** Functions. */
export const TOOLS: readonly RequestProbe[] = [
  {
    feature: 'a function: name and description',
    says: tools({ description: 'probe-description' }),
    stands: {
      reference: { 'tools[0].function.name': TOOL_NAME, 'tools[0].function.description': 'probe-description' },
      messages: { 'tools[0].name': TOOL_NAME, 'tools[0].description': 'probe-description' },
      generateContent: {
        'tools[0].functionDeclarations[0].name': TOOL_NAME,
        'tools[0].functionDeclarations[0].description': 'probe-description',
      },
      cohere: { 'tools[0].function.name': TOOL_NAME, 'tools[0].function.description': 'probe-description' },
      converse: {
        'toolConfig.tools[0].toolSpec.name': TOOL_NAME,
        'toolConfig.tools[0].toolSpec.description': 'probe-description',
      },
    },
    sentinels: ['probe-description'],
  },
  {
    feature: 'the parameters of a function',
    says: tools(),
    stands: {
      reference: { 'tools[0].function.parameters': TOOL_SCHEMA },
      messages: { 'tools[0].input_schema': TOOL_SCHEMA },
      generateContent: { 'tools[0].functionDeclarations[0].parameters': TOOL_SCHEMA },
      cohere: { 'tools[0].function.parameters': TOOL_SCHEMA },
      converse: { 'toolConfig.tools[0].toolSpec.inputSchema.json': TOOL_SCHEMA },
    },
    sentinels: ['probe_city'],
  },
  {
    feature: 'keywords of JSON Schema: additionalProperties, $defs, oneOf',
    says: {
      chat: { tools: [chatTool({ parameters: RICH_SCHEMA })] },
      responses: { tools: [responsesTool({ parameters: RICH_SCHEMA })] },
      messages: { tools: [messagesTool({ input_schema: RICH_SCHEMA })] },
    },
    stands: {
      reference: { 'tools[0].function.parameters': RICH_SCHEMA },
      messages: { 'tools[0].input_schema': RICH_SCHEMA },
      cohere: { 'tools[0].function.parameters': RICH_SCHEMA },
      converse: { 'toolConfig.tools[0].toolSpec.inputSchema.json': RICH_SCHEMA },
    },
    sentinels: ['probe_def'],
  },
  {
    feature: 'a function without parameters',
    says: {
      chat: { tools: [{ type: 'function', function: { name: TOOL_NAME } }] },
      responses: { tools: [{ type: 'function', name: TOOL_NAME }] },
    },
    stands: {
      reference: { 'tools[0].function.name': TOOL_NAME, 'tools[0].function.parameters': undefined },
      messages: { 'tools[0].name': TOOL_NAME, 'tools[0].input_schema.properties': {} },
      generateContent: {
        'tools[0].functionDeclarations[0].name': TOOL_NAME,
        'tools[0].functionDeclarations[0].parameters': undefined,
      },
      cohere: { 'tools[0].function.name': TOOL_NAME, 'tools[0].function.parameters.properties': {} },
      converse: {
        'toolConfig.tools[0].toolSpec.name': TOOL_NAME,
        'toolConfig.tools[0].toolSpec.inputSchema.json.properties': {},
      },
    },
  },
  {
    feature: 'strict: true of a function',
    says: tools({ strict: true }),
    stands: {
      reference: { 'tools[0].function.strict': true },
      messages: { 'tools[0].strict': true },
      cohere: { strict_tools: true },
      converse: { 'toolConfig.tools[0].toolSpec.strict': true },
    },
  },
  {
    feature: 'strict: false of a function',
    says: tools({ strict: false }),
    // To say nothing of it means the same.
    stands: {
      reference: [
        { 'tools[0].function.strict': false },
        { 'tools[0].function.name': TOOL_NAME, 'tools[0].function.strict': undefined },
      ],
      messages: { 'tools[0].name': TOOL_NAME, 'tools[0].strict': undefined },
      generateContent: { 'tools[0].functionDeclarations[0].name': TOOL_NAME },
      cohere: { 'tools[0].function.name': TOOL_NAME, strict_tools: undefined },
      converse: {
        'toolConfig.tools[0].toolSpec.name': TOOL_NAME,
        'toolConfig.tools[0].toolSpec.strict': undefined,
      },
    },
  },
  {
    feature: 'strict of one tool among two',
    says: {
      chat: { tools: [chatTool({ strict: true }), { type: 'function', function: { name: 'other', strict: false } }] },
    },
    stands: {
      responses: { 'tools[0].strict': true, 'tools[1].strict': false },
      messages: { 'tools[0].strict': true, 'tools[1].strict': undefined },
      converse: { 'toolConfig.tools[0].toolSpec.strict': true, 'toolConfig.tools[1].toolSpec.strict': undefined },
    },
  },
  {
    feature: 'cache_control of a tool',
    says: {
      chat: { tools: [{ ...chatTool(), cache_control: { type: 'ephemeral' } }] },
      messages: { tools: [messagesTool({ cache_control: { type: 'ephemeral' } })] },
    },
    stands: {
      messages: { 'tools[0].cache_control': { type: 'ephemeral' } },
      converse: { 'toolConfig.tools[1].cachePoint': { type: 'default' } },
    },
    sentinels: ['ephemeral'],
  },
  {
    feature: 'an unknown member of a tool',
    says: {
      chat: { tools: [{ ...chatTool(), probe_member: 'probe-value' }] },
      responses: { tools: [responsesTool({ probe_member: 'probe-value' })] },
      messages: { tools: [messagesTool({ probe_member: 'probe-value' })] },
    },
    stands: { reference: { 'tools[0].probe_member': 'probe-value' } },
    sentinels: ['probe-value'],
  },
  {
    feature: 'a name of more than 64 characters',
    says: {
      responses: { tools: [{ type: 'function', name: `probe_${'n'.repeat(64)}` }] },
      messages: { tools: [{ name: `probe_${'n'.repeat(64)}`, input_schema: { type: 'object' } }] },
    },
    sentinels: [`probe_${'n'.repeat(64)}`],
  },
];
