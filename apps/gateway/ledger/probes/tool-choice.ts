import type { Json } from '../json-path.js';
import type { RequestProbe } from '../probe.js';
import { chatTool, messagesTool, responsesTool, TOOL_NAME } from './probe-tool.js';

/** The tool and the choice. */
const choosing = (chat: unknown, responses: unknown, messages: Json) => ({
  chat: { tools: [chatTool()], tool_choice: chat },
  responses: { tools: [responsesTool()], tool_choice: responses },
  messages: { tools: [messagesTool()], tool_choice: messages },
});

/** The choice among tools. */
export const TOOL_CHOICE: readonly RequestProbe[] = [
  {
    feature: 'tool_choice: auto',
    says: choosing('auto', 'auto', { type: 'auto' }),
    stands: { reference: { tool_choice: 'auto' }, messages: { tool_choice: { type: 'auto' } } },
    isDefault: true,
  },
  {
    feature: 'tool_choice: none',
    says: choosing('none', 'none', { type: 'none' }),
    stands: {
      reference: { tool_choice: 'none' },
      messages: { tool_choice: { type: 'none' } },
      generateContent: { 'toolConfig.functionCallingConfig.mode': 'NONE' },
      cohere: { tool_choice: 'NONE' },
    },
    sentinels: [TOOL_NAME],
  },
  {
    feature: 'tool_choice: required, any',
    says: choosing('required', 'required', { type: 'any' }),
    stands: {
      reference: { tool_choice: 'required' },
      messages: { tool_choice: { type: 'any' } },
      generateContent: { 'toolConfig.functionCallingConfig.mode': 'ANY' },
      cohere: { tool_choice: 'REQUIRED' },
      converse: { 'toolConfig.toolChoice': { any: {} } },
    },
  },
  {
    feature: 'tool_choice: a named function',
    says: choosing(
      { type: 'function', function: { name: TOOL_NAME } },
      { type: 'function', name: TOOL_NAME },
      { type: 'tool', name: TOOL_NAME },
    ),
    stands: {
      reference: { 'tool_choice.function.name': TOOL_NAME },
      messages: { tool_choice: { type: 'tool', name: TOOL_NAME } },
      generateContent: { 'toolConfig.functionCallingConfig': { mode: 'ANY', allowedFunctionNames: [TOOL_NAME] } },
      converse: { 'toolConfig.toolChoice': { tool: { name: TOOL_NAME } } },
    },
  },
  {
    feature: 'tool_choice: a list of allowed tools',
    says: {
      chat: {
        tools: [chatTool()],
        tool_choice: {
          type: 'allowed_tools',
          allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: TOOL_NAME } }] },
        },
      },
      responses: {
        tools: [responsesTool(), { type: 'function', name: 'withheld' }],
        tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: TOOL_NAME }] },
      },
    },
    // The list of what may be called is the list that is offered.
    stands: {
      responses: { 'tool_choice.type': 'allowed_tools', 'tool_choice.tools[0].name': TOOL_NAME },
      reference: { 'tools[0].function.name': TOOL_NAME, 'tools[1]': undefined },
      messages: { 'tools[0].name': TOOL_NAME, 'tools[1]': undefined },
      generateContent: {
        'tools[0].functionDeclarations[0].name': TOOL_NAME,
        'tools[0].functionDeclarations[1]': undefined,
      },
      cohere: { 'tools[0].function.name': TOOL_NAME, 'tools[1]': undefined },
      converse: { 'toolConfig.tools[0].toolSpec.name': TOOL_NAME, 'toolConfig.tools[1]': undefined },
    },
    sentinels: [TOOL_NAME],
  },
  {
    feature: 'parallel_tool_calls: false',
    says: {
      chat: { tools: [chatTool()], parallel_tool_calls: false },
      responses: { tools: [responsesTool()], parallel_tool_calls: false },
      messages: { tools: [messagesTool()], tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
    },
    stands: {
      reference: { parallel_tool_calls: false },
      messages: { 'tool_choice.disable_parallel_tool_use': true },
    },
  },
  {
    feature: 'parallel_tool_calls: false without tools',
    says: { chat: { parallel_tool_calls: false }, responses: { parallel_tool_calls: false } },
    stands: { reference: { parallel_tool_calls: false } },
  },
];
