import { describe, expect, it } from '@jest/globals';
import { validateChatRequest } from './requests/validate-chat-request.js';

type Members = Record<string, unknown>;

const requestWith = (members: Members) => ({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...members });
const tool = (name: unknown, members: object = {}) => ({ type: 'function', function: { name, ...members } });
const custom = (name: unknown) => ({ type: 'custom', custom: { name } });
const choose = (name: unknown) => ({ type: 'function', function: { name } });

const nameRule = 'must be 1 to 64 letters, digits, underscores or hyphens.';
const choiceRule = 'must be one of "auto", "none" and "required", or an object that names a declared function.';
const choiceTypes = 'must be "function", "custom" or "allowed_tools".';
const undeclared = 'must name a function that `tools` declares.';

describe('tools: validated; empty array allowed. tool_choice: auto, none, required, or a named function', () => {
  it.each<[string, Members]>([
    ['an empty list of tools', { tools: [] }],
    ['an empty list of tools with the default choice', { tools: [], tool_choice: 'auto' }],
    ['the defaults auto and none without tools', { tool_choice: 'none' }],
    ['a function with its name alone', { tools: [tool('f')] }],
    [
      'a whole function',
      { tools: [tool('a-Z_0', { description: 'd', parameters: { type: 'object' }, strict: true })] },
    ],
    [
      'null description, parameters and strict',
      { tools: [tool('f', { description: null, parameters: null, strict: null })] },
    ],
    ['a name of 64 characters', { tools: [tool('f'.repeat(64))] }],
    ['a name that objects inherit', { tools: [tool('constructor'), tool('__proto__')] }],
    ['a function that is called like a hosted tool', { tools: [tool('web_search')] }],
    ['more than 128 tools', { tools: Array.from({ length: 200 }, (_, index) => tool(`f${index}`)) }],
    ['custom tools', { tools: [custom('c')], tool_choice: { type: 'custom', custom: { name: 'c' } } }],
    ['required with a tool', { tools: [tool('f')], tool_choice: 'required' }],
    ['a named function', { tools: [tool('f'), tool('g')], tool_choice: choose('g') }],
    [
      'a list of allowed tools',
      { tools: [tool('f')], tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [] } } },
    ],
  ])('accepts %s', (_, members) => {
    expect(validateChatRequest(requestWith(structuredClone(members)))).toEqual(requestWith(members));
  });

  it.each<[string, Members, string, string]>([
    ['tools that are no list', { tools: {} }, 'tools', 'must be a list of tools.'],
    ['a tool that is no object', { tools: ['f'] }, 'tools[0]', 'must be a tool object.'],
    ['a null tool', { tools: [null] }, 'tools[0]', 'must be a tool object.'],
    [
      'a tool without a type',
      { tools: [{ function: { name: 'f' } }] },
      'tools[0].type',
      'is required and must be "function" or "custom".',
    ],
    ['a type that is no string', { tools: [{ type: 1 }] }, 'tools[0].type', 'must be "function" or "custom".'],
    [
      'a flat function',
      { tools: [{ type: 'function', name: 'f' }] },
      'tools[0].function',
      'is required and must be an object with a `name`.',
    ],
    [
      'a function without a name',
      { tools: [tool('f'), tool(undefined)] },
      'tools[1].function.name',
      `is required and ${nameRule}`,
    ],
    ['an empty name', { tools: [tool('')] }, 'tools[0].function.name', nameRule],
    ['a name of 65 characters', { tools: [tool('f'.repeat(65))] }, 'tools[0].function.name', nameRule],
    ['a name with a dot', { tools: [tool('a.b')] }, 'tools[0].function.name', nameRule],
    ['a name with a line break at its end', { tools: [tool('f\n')] }, 'tools[0].function.name', nameRule],
    [
      'a description that is no string',
      { tools: [tool('f', { description: 1 })] },
      'tools[0].function.description',
      'must be a string.',
    ],
    [
      'parameters that are a list',
      { tools: [tool('f', { parameters: [] })] },
      'tools[0].function.parameters',
      'must be a JSON Schema object.',
    ],
    [
      'strict as a string',
      { tools: [tool('f', { strict: 'true' })] },
      'tools[0].function.strict',
      'must be true or false.',
    ],
    [
      'a custom tool without a name',
      { tools: [{ type: 'custom', custom: {} }] },
      'tools[0].custom.name',
      'is required and must be a non-empty string.',
    ],
    [
      'two functions with one name',
      { tools: [tool('f'), tool('g'), tool('f')] },
      'tools[2].function.name',
      'must differ from the names before it.',
    ],
    [
      'a custom tool named like a function',
      { tools: [tool('f'), custom('f')] },
      'tools[1].custom.name',
      'must differ from the names before it.',
    ],
    ['an unknown choice', { tools: [tool('f')], tool_choice: 'any' }, 'tool_choice', choiceRule],
    ['a choice that is a list', { tools: [tool('f')], tool_choice: [] }, 'tool_choice', choiceRule],
    [
      'a choice without a type',
      { tools: [tool('f')], tool_choice: { function: { name: 'f' } } },
      'tool_choice.type',
      `is required and ${choiceTypes}`,
    ],
    [
      'a choice of an unknown type',
      { tools: [tool('f')], tool_choice: { type: 'any' } },
      'tool_choice.type',
      choiceTypes,
    ],
    [
      'a choice without a name',
      { tools: [tool('f')], tool_choice: choose(undefined) },
      'tool_choice.function.name',
      'is required and must be a non-empty string.',
    ],
    [
      'required without tools',
      { tool_choice: 'required' },
      'tool_choice',
      'can be "required" only where `tools` declares a tool.',
    ],
    [
      'required with no tool',
      { tools: [], tool_choice: 'required' },
      'tool_choice',
      'can be "required" only where `tools` declares a tool.',
    ],
    ['a function that is not declared', { tools: [tool('f')], tool_choice: choose('g') }, 'tool_choice', undeclared],
    [
      'a function that only a custom tool declares',
      { tools: [custom('f')], tool_choice: choose('f') },
      'tool_choice',
      undeclared,
    ],
    ['a named function without tools', { tool_choice: choose('f') }, 'tool_choice', undeclared],
  ])('rejects %s', (_, members, param, rule) => {
    const body: unknown = JSON.parse(JSON.stringify(requestWith(members)));
    expect(() => validateChatRequest(body)).toThrow(
      expect.objectContaining({ code: 'invalid_value', param, message: `\`${param}\` ${rule}` }),
    );
  });
});

describe('hosted tools: 400 unsupported_parameter, error.param naming the tool', () => {
  it.each<[string, Members, string]>([
    ['web_search', { tools: [tool('f'), { type: 'web_search' }] }, 'web_search'],
    ['file_search', { tools: [{ type: 'file_search', vector_store_ids: [] }] }, 'file_search'],
    ['computer_use', { tools: [{ type: 'computer_use' }] }, 'computer_use'],
    ['a preview', { tools: [{ type: 'web_search_preview' }] }, 'web_search_preview'],
    ['a dated version', { tools: [{ type: 'web_search_preview_2025_03_11' }] }, 'web_search_preview_2025_03_11'],
    ['a preview of computer use', { tools: [{ type: 'computer_use_preview' }] }, 'computer_use_preview'],
    ['one of an unknown type', { tools: [{ type: 'code_interpreter' }] }, 'tools[0].type'],
    ['a type that could be anything', { tools: [{ type: 'web_search my prompt' }] }, 'tools[0].type'],
    ['a choice of one', { tool_choice: { type: 'file_search' } }, 'file_search'],
    ['one in a request that is wrong elsewhere', { model: '', tools: [{ type: 'web_search' }] }, 'web_search'],
  ])('rejects %s', (_, members, param) => {
    expect(() => validateChatRequest(requestWith(members))).toThrow(
      expect.objectContaining({
        code: 'unsupported_parameter',
        param,
        message: expect.stringMatching(/^`(tools\[\d\]|tool_choice)` is not a tool that the caller runs; /),
      }),
    );
  });
});
