import { describe, expect, test } from '@jest/globals';
import { BRIDGE, build, CALL, effort, image, result, text } from './request/encode.tools.spec.js';

describe('nameParam', () => {
  const request = build({
    system: [text('a'), text('b')],
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [own('t'), text('x'), CALL, { ...CALL, id: 't2' }] },
      {
        role: 'user',
        content: [
          result([text('r'), image('https://e.com')]),
          { ...result('s'), tool_use_id: 't2' },
          text('u'),
          image('https://e.com/j'),
        ],
      },
    ],
    thinking: { type: 'enabled', budget_tokens: 1 },
    output_config: { format: { type: 'json_schema', schema: {} } },
  });

  function own(thinking: string) {
    return { type: 'thinking', thinking, signature: 's' };
  }

  test.each([
    ['messages', 'messages'],
    ['messages[0].content', 'system'],
    ['messages[0].content[1]', 'system[1]'],
    ['messages[0].content[1].text', 'system[1].text'],
    ['messages[1].content', 'messages[0].content'],
    ['messages[1].role', 'messages[0]'],
    ['messages[2].content', 'messages[1].content'],
    ['messages[2].content[0]', 'messages[1].content[1]'],
    ['messages[2].tool_calls[1]', 'messages[1].content[3]'],
    ['messages[2].tool_calls[0].function.arguments', 'messages[1].content[2].input'],
    ['messages[2].tool_calls[0].function.name', 'messages[1].content[2].name'],
    ['messages[3].tool_call_id', 'messages[2].content[0].tool_use_id'],
    ['messages[3].content[1]', 'messages[2].content[0].content[1]'],
    ['messages[3].content[1].image_url.url', 'messages[2].content[0].content[1]'],
    ['messages[4].content', 'messages[2].content[1].content'],
    ['messages[5].content[0]', 'messages[2].content[2]'],
    ['messages[5].content[1].image_url.url', 'messages[2].content[3]'],
    ['messages[9].content', 'messages'],
    ['max_completion_tokens', 'max_tokens'],
    ['stop', 'stop_sequences'],
    ['stop[1]', 'stop_sequences[1]'],
    ['user', 'metadata.user_id'],
    ['reasoning_effort', 'thinking'],
    ['response_format', 'output_config.format'],
    ['response_format.json_schema.schema', 'output_config.format'],
    ['parallel_tool_calls', 'tool_choice.disable_parallel_tool_use'],
    ['tool_choice', 'tool_choice'],
    ['tool_choice.function.name', 'tool_choice.name'],
    ['tools[1].function.parameters', 'tools[1].input_schema'],
    ['tools[1].function.parameters.properties', 'tools[1].input_schema'],
    ['tools[1].function.name', 'tools[1].name'],
    ['tools[0]', 'tools[0]'],
    ['temperature', 'temperature'],
    ['top_k', 'top_k'],
    ['model', 'model'],
  ])('%s is %s', (param, name) => {
    expect(BRIDGE.nameParam(param, request, 'N')).toBe(name);
  });

  test.each([
    ['messages[3].content', 'messages[2].content[0].content'],
    ['messages[5]', 'messages[2]'],
    ['messages[5].content[0]', 'messages[2].content[0]'],
    ['messages[5].content[1].image_url.url', 'messages[2].content[0].content[1]'],
    ['messages[6].content[0]', 'messages[2].content[2]'],
  ])('%s is %s where images follow their results', (param, name) => {
    expect(BRIDGE.nameParam(param, request, 'R1')).toBe(name);
  });

  test('an effort that no budget asked for', () => {
    expect(BRIDGE.nameParam('reasoning_effort', build(effort('low')), 'N')).toBe('output_config.effort');
  });
});
