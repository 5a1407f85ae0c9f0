import { describe, expect, it, test } from '@jest/globals';
import type { ResponsesRequest } from '@multilane/contracts';
import { nameParam } from './name-param.js';
import { toChat } from './request/to-chat.js';

const REQUEST = {
  model: 'm',
  instructions: 'Be brief.',
  input: [
    { role: 'developer', content: 'Look.' },
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'See.' },
        { type: 'input_image', image_url: 'https://example.com/a.png' },
        { type: 'input_file', file_data: 'data:text/plain;base64,AA==' },
      ],
    },
    { type: 'additional_tools', role: 'developer', tools: [{ type: 'function', name: 'late' }] },
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] },
    {
      role: 'assistant',
      content: [
        { type: 'output_text', text: 'a' },
        { type: 'output_text', text: 'b' },
        { type: 'refusal', refusal: 'c' },
      ],
    },
    { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{' },
    { type: 'function_call', call_id: 'c2', name: 'f', arguments: '{' },
    {
      type: 'function_call_output',
      call_id: 'c2',
      output: [
        { type: 'input_text', text: 'x' },
        { type: 'input_image', image_url: 'y' },
      ],
    },
    { type: 'function_call_output', call_id: 'c1', output: 'x' },
    { role: 'assistant', content: 'Done.' },
  ],
  tools: [
    {
      type: 'namespace',
      name: 'crm',
      tools: [
        { type: 'function', name: 'find' },
        { type: 'custom', name: 'exec' },
      ],
    },
    { type: 'function', name: 'f' },
  ],
  include: ['message.output_text.logprobs'],
} as unknown as ResponsesRequest;

describe('nameParam says what the client calls a field of the chat request', () => {
  test.each([
    ['model', 'model'],
    ['temperature', 'temperature'],
    ['response_format', 'text.format'],
    ['response_format.json_schema.schema', 'text.format.schema'],
    ['reasoning_effort', 'reasoning.effort'],
    ['max_completion_tokens', 'max_output_tokens'],
    ['max_tokens', 'max_output_tokens'],
    ['verbosity', 'text.verbosity'],
    ['logprobs', 'include'],
    ['top_logprobs', 'top_logprobs'],
    ['stream_options', 'stream'],
    ['tool_choice', 'tool_choice'],
    ['tool_choice.function.name', 'tool_choice.name'],
    ['parallel_tool_calls', 'parallel_tool_calls'],
    ['brand_new', 'brand_new'],
    ['messages', 'input'],
    ['messages[0]', 'instructions'],
    ['messages[0].content', 'instructions'],
    ['messages[1]', 'input[0]'],
    ['messages[1].role', 'input[0].role'],
    ['messages[1].content', 'input[0].content'],
    ['messages[2].content[0]', 'input[1].content[0]'],
    ['messages[2].content[1].image_url.url', 'input[1].content[1].image_url'],
    ['messages[2].content[2].file.file_data', 'input[1].content[2].file_data'],
    ['messages[3]', 'input[3]'],
    ['messages[3].reasoning_content', 'input[3]'],
    ['messages[3].content', 'input[4].content[0]'],
    ['messages[3].content[1]', 'input[4].content[1]'],
    ['messages[3].refusal', 'input[4].content[2]'],
    ['messages[3].tool_calls', 'input[5]'],
    ['messages[3].tool_calls[1].function.arguments', 'input[6].arguments'],
    ['messages[3].tool_calls[0].function.name', 'input[5].name'],
    ['messages[4].content', 'input[7].output'],
    ['messages[4].content[1]', 'input[7].output[1]'],
    ['messages[4].content[1].image_url.url', 'input[7].output[1].image_url'],
    ['messages[4].tool_call_id', 'input[7].call_id'],
    ['messages[5].content', 'input[8].output'],
    ['messages[6].content', 'input[9].content'],
    ['messages[99]', 'input'],
    ['tools', 'tools'],
    ['tools[0].function.name', 'tools[0].tools[0].name'],
    ['tools[1].function.parameters', 'tools[0].tools[1].format'],
    ['tools[2]', 'tools[1]'],
    ['tools[2].type', 'tools[1].type'],
    ['tools[2].function', 'tools[1]'],
    ['tools[2].function.parameters.properties', 'tools[1].parameters.properties'],
    ['tools[3].function.strict', 'input[2].tools[0].strict'],
  ])('%s is %s', (param, expected) => {
    expect(nameParam(param, REQUEST, 'N')).toBe(expected);
  });

  it.each([
    ['messages[4].content', 'input[7].output'],
    ['messages[5].content', 'input[8].output'],
    ['messages[6].content', 'input[7]'],
    ['messages[6].content[1].image_url.url', 'input[7].output[1].image_url'],
    ['messages[7].content', 'input[9].content'],
  ])('%s is %s where images follow their outputs', (param, expected) => {
    expect(nameParam(param, REQUEST, 'R1')).toBe(expected);
  });

  it('logprobs that were asked for by their number', () => {
    expect(nameParam('logprobs', { model: 'm', input: 'Hi', top_logprobs: 2 }, 'N')).toBe('top_logprobs');
  });

  it('messages of an input that is a text', () => {
    expect(nameParam('messages[0].content', { model: 'm', input: 'Hi' }, 'N')).toBe('input');
  });

  it('tools of which some alone are allowed', () => {
    const tool_choice = {
      type: 'allowed_tools' as const,
      mode: 'auto' as const,
      tools: [{ type: 'function' as const, name: 'f' }],
    };
    expect(nameParam('tools[0].function.name', { ...REQUEST, tool_choice }, 'N')).toBe('tools[1].name');
  });

  it('has an existing place in the request for every message that chat is sent', () => {
    toChat(REQUEST, 'R').messages.forEach((_, index) => {
      expect(nameParam(`messages[${index}]`, REQUEST, 'R')).toMatch(/^(instructions|input\[[0-9]\])$/);
    });
  });
});
