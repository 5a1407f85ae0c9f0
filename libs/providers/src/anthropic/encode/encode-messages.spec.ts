import { describe, expect, test } from '@jest/globals';
import type { ChatMessage } from '@multilane/contracts';
import { encodeMessages } from './encode-messages.js';

const text = (said: string) => ({ type: 'text', text: said });
const call = (id: string, args: string) => ({ id, type: 'function', function: { name: 'f', arguments: args } });
const use = (id: string, input: object) => ({ type: 'tool_use', id, name: 'f', input });
const MARK = { cache_control: { type: 'ephemeral', ttl: '1h' } };
const PNG = 'data:image/png;base64,iVBO';
const HI = { role: 'user', content: 'Hi' };

function encode(...messages: object[]) {
  return encodeMessages(messages as ChatMessage[]);
}

describe('encodeMessages', () => {
  test('makes a system prompt of system and developer messages, wherever they stand', () => {
    const later = { role: 'developer', content: [{ ...text('B'), ...MARK }, text('')] };
    expect(encode({ role: 'system', content: 'A' }, HI, { role: 'assistant', content: 'Yo' }, later, HI)).toEqual({
      system: [text('A'), { ...text('B'), ...MARK }],
      turns: [
        { role: 'user', content: [text('Hi')] },
        { role: 'assistant', content: [text('Yo')] },
        { role: 'user', content: [text('Hi')] },
      ],
    });
  });

  test('makes one turn of neighbours of one role, also where an empty message stood between', () => {
    const { turns } = encode(
      HI,
      { role: 'assistant', content: '' },
      HI,
      { role: 'assistant', content: 'A' },
      { role: 'assistant', content: 'B' },
    );
    expect(turns).toEqual([
      { role: 'user', content: [text('Hi'), text('Hi')] },
      { role: 'assistant', content: [text('A'), text('B')] },
    ]);
  });

  test.each([
    ['text', [text('a'), text(' \n')], [text('a')]],
    [
      'an image in base64',
      [{ type: 'image_url', image_url: { url: PNG } }],
      [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } }],
    ],
    [
      'a JPEG by its other name',
      [{ type: 'image_url', image_url: { url: 'data:image/jpg;base64,iVBO' } }],
      [{ type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: 'iVBO' } }],
    ],
    [
      'an image elsewhere, marked',
      [{ type: 'image_url', image_url: { url: 'https://h/a.png', detail: 'high' }, ...MARK }],
      [{ type: 'image', source: { type: 'url', url: 'https://h/a.png' }, ...MARK }],
    ],
    [
      'a PDF',
      [{ type: 'file', file: { file_data: 'data:application/pdf;base64,JVBE', filename: 'a.pdf' } }],
      [{ type: 'document', title: 'a.pdf', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' } }],
    ],
    [
      'plain text',
      [{ type: 'file', file: { file_data: 'data:text/plain;base64,SGk=' } }],
      [{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Hi' } }],
    ],
    [
      'plain text in another charset',
      [{ type: 'file', file: { file_data: 'data:text/plain;charset=iso-8859-1;base64,6Q==' } }],
      [{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'é' } }],
    ],
    [
      'a stored file',
      [{ type: 'file', file: { file_id: 'file_1' } }],
      [{ type: 'document', source: { type: 'file', file_id: 'file_1' } }],
    ],
    [
      'a stored file with its name',
      [{ type: 'file', file: { file_id: 'file_1', filename: 'a.pdf' } }],
      [{ type: 'document', title: 'a.pdf', source: { type: 'file', file_id: 'file_1' } }],
    ],
    [
      'a stored image, by the ending of its name',
      [{ type: 'file', file: { file_id: 'file_1', filename: 'a.JPEG' } }],
      [{ type: 'image', source: { type: 'file', file_id: 'file_1' } }],
    ],
  ])('encodes %s', (_name, content, blocks) => {
    expect(encode({ role: 'user', content }).turns).toEqual([{ role: 'user', content: blocks }]);
  });

  test.each([
    ['audio', 'unsupported_parameter', '', { type: 'input_audio', input_audio: { data: 'a', format: 'wav' } }],
    ['a spreadsheet', 'unsupported_parameter', '', { type: 'file', file: { file_data: 'data:text/csv;base64,YQ==' } }],
    [
      'plain text in a charset that is not known',
      'unsupported_parameter',
      '',
      { type: 'file', file: { file_data: 'data:text/plain;charset=klingon;base64,6Q==' } },
    ],
    ['a file that is no data URL', 'invalid_value', '.file.file_data', { type: 'file', file: { file_data: 'JVBE' } }],
    ['an image over http', 'unsupported_parameter', '', { type: 'image_url', image_url: { url: 'http://h/a.png' } }],
    [
      'an SVG image',
      'unsupported_parameter',
      '',
      { type: 'image_url', image_url: { url: 'data:image/svg+xml;base64,YQ==' } },
    ],
    [
      'a broken data URL',
      'invalid_value',
      '.image_url.url',
      { type: 'image_url', image_url: { url: 'data:image/png,a' } },
    ],
  ])('rejects %s', (_name, code, path, part) => {
    const param = `messages[1].content[1]${path}`;
    expect(() => encode(HI, { role: 'user', content: [text('a'), part] })).toThrow(
      expect.objectContaining({ code, param }),
    );
  });

  test.each([
    [
      'text and calls',
      { content: 'x', tool_calls: [call('a', '{"b":1}'), call('c', '')] },
      [text('x'), use('a', { b: 1 }), use('c', {})],
    ],
    [
      'ids of other providers',
      { content: null, tool_calls: [call('functions.f:0', '{}')] },
      [use('functions_x2e_f_x3a_0', {})],
    ],
    ['a refusal', { content: null, refusal: 'No.' }, [text('No.')]],
    ['a refusal part', { content: [{ type: 'refusal', refusal: 'No.' }] }, [text('No.')]],
    ['a deprecated call', { content: null, function_call: { name: 'f', arguments: '{"a":1}' } }, [text('f({"a":1})')]],
    ['thinking without its signature', { content: 'x', reasoning_content: 'Hm' }, [text('x')]],
    [
      'thinking first, of this provider alone',
      {
        content: 'x',
        reasoning_details: [
          { type: 'reasoning.text', text: 'Hm', signature: 's' },
          { type: 'reasoning.text', text: '', signature: 't', format: 'anthropic-claude-v1' },
          { type: 'reasoning.text', text: 'unsigned' },
          { type: 'reasoning.encrypted', data: 'd', format: 'openai-responses-v1' },
          { type: 'reasoning.summary', summary: 'Hm' },
          { type: 'reasoning.encrypted', data: 'e' },
          null,
        ],
      },
      [
        { type: 'thinking', thinking: 'Hm', signature: 's' },
        { type: 'thinking', thinking: '', signature: 't' },
        { type: 'redacted_thinking', data: 'e' },
        text('x'),
      ],
    ],
  ])('encodes %s of an assistant', (_name, message, blocks) => {
    expect(encode(HI, { role: 'assistant', ...message }).turns[1]).toEqual({ role: 'assistant', content: blocks });
  });

  test.each(['{"a"', '[1]', '"a"', 'null', '1'])('rejects the arguments %s, naming their path', (args) => {
    const message = { role: 'assistant', tool_calls: [call('a', '{}'), call('b', args)] };
    const param = 'messages[1].tool_calls[1].function.arguments';
    expect(() => encode(HI, message)).toThrow(expect.objectContaining({ code: 'invalid_value', param }));
  });

  test.each([
    [
      'a custom call',
      'messages[1].tool_calls[0].type',
      { tool_calls: [{ id: 'a', type: 'custom', custom: { name: 'c', input: '' } }] },
    ],
    ['earlier audio', 'messages[1].audio', { audio: { id: 'audio-1' } }],
  ])('rejects %s', (_name, param, message) => {
    expect(() => encode(HI, { role: 'assistant', ...message })).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', param }),
    );
  });

  test('makes one user turn of the results of a turn and what the user says then', () => {
    const image = { type: 'image_url', image_url: { url: PNG } };
    const { turns } = encode(
      HI,
      { role: 'assistant', tool_calls: [call('a.1', '{}'), call('b', '{}')] },
      { role: 'tool', tool_call_id: 'a.1', content: '' },
      { role: 'tool', tool_call_id: 'b', content: [text('x'), image] },
      HI,
    );
    const result = (tool_use_id: string, content: unknown) => ({ type: 'tool_result', tool_use_id, content });
    const native = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } };
    expect(turns.at(-1)).toEqual({
      role: 'user',
      content: [result('a_x2e_1', ''), result('b', [text('x'), native]), text('Hi')],
    });
  });
});
