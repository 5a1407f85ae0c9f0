import { describe, expect, test } from '@jest/globals';
import type { ChatMessage, ContentPart, ToolCall } from '@multilane/contracts';
import type { ProviderTarget } from '../../adapter.js';
import { encodeMessages } from './encode-messages.js';

const TARGET: ProviderTarget = { kind: 'gemini', upstreamModel: 'gemini-3-pro', baseUrl: 'https://h', headers: {} };
const encode = (messages: readonly object[], target: Partial<ProviderTarget> = {}) =>
  encodeMessages(messages as ChatMessage[], { ...TARGET, ...target });
const user = (content: unknown) => ({ role: 'user', content });
const signed = (signature: string) => ({ extra_content: { google: { thought_signature: signature } } });
const call = (id: string, name: string, extra: object = {}, text = '{}') =>
  ({ id, type: 'function', function: { name, arguments: text }, ...extra }) as ToolCall;
const result = (id: string, content: unknown) => ({ role: 'tool', tool_call_id: id, content });

describe('encodeMessages', () => {
  test('gathers system and developer messages into the system instruction', () => {
    const messages = [
      { role: 'system', content: 'A' },
      user('Hi'),
      { role: 'developer', content: [{ type: 'text', text: 'B' }] },
      { role: 'assistant', content: 'Hello', refusal: null },
    ];
    expect(encode(messages)).toEqual({
      systemInstruction: { parts: [{ text: 'A' }, { text: 'B' }] },
      contents: [
        { role: 'user', parts: [{ text: 'Hi' }] },
        { role: 'model', parts: [{ text: 'Hello' }] },
      ],
    });
  });

  test.each([
    ['a text', 'no such file', { error: 'no such file' }],
    ['an object', '{"code":2}', { error: { code: 2 } }],
  ])('tells the words of a tool that failed as an error: %s', (_name, content, response) => {
    const messages = [
      user('Hi'),
      { role: 'assistant', content: null, tool_calls: [call('a', 'f')] },
      { ...result('a', content), is_error: true },
    ];
    expect(encode(messages).contents.at(-1)?.parts[0]).toMatchObject({ functionResponse: { response } });
  });

  test('sends instructions alone as what the user says', () => {
    expect(encode([{ role: 'system', content: 'A' }])).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'A' }] }],
    });
  });

  test('leaves the reasoning of earlier turns out, and a turn that has nothing else', () => {
    const turns = [
      { role: 'assistant', reasoning_content: 'r' },
      user('x'),
      { role: 'assistant', content: '', refusal: 'No' },
    ];
    expect(encode(turns).contents).toEqual([
      { role: 'user', parts: [{ text: 'x' }] },
      { role: 'model', parts: [{ text: 'No' }] },
    ]);
  });

  test('the per-message function_call of a stored assistant turn is still accepted: told in words', () => {
    const stored = { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{"a":1}' } };
    expect(encode([user('x'), stored]).contents).toEqual([
      { role: 'user', parts: [{ text: 'x' }] },
      { role: 'model', parts: [{ text: 'f({"a":1})' }] },
    ]);
  });

  test.each<[ProviderTarget['kind'], string, object, object]>([
    ['gemini', 'a text', { type: 'text', text: 'a' }, { text: 'a' }],
    [
      'gemini',
      'an image as data',
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==', detail: 'low' } },
      { inlineData: { mimeType: 'image/png', data: 'AA==' } },
    ],
    [
      'gemini',
      'an image at an address',
      { type: 'image_url', image_url: { url: 'https://h.example/a.JPG?x=1' } },
      { fileData: { mimeType: 'image/jpeg', fileUri: 'https://h.example/a.JPG?x=1' } },
    ],
    [
      'gemini',
      'an image whose address tells no type',
      { type: 'image_url', image_url: { url: 'https://h.example/a' } },
      { fileData: { mimeType: undefined, fileUri: 'https://h.example/a' } },
    ],
    [
      'gemini',
      'a file',
      { type: 'file', file: { file_data: 'data:application/pdf;base64,AA==', filename: 'a.pdf' } },
      { inlineData: { mimeType: 'application/pdf', data: 'AA==' } },
    ],
    [
      'gemini',
      'a text of another charset as UTF-8',
      { type: 'file', file: { file_data: 'data:text/plain;charset=iso-8859-1;base64,6Q==' } },
      { inlineData: { mimeType: 'text/plain', data: 'w6k=' } },
    ],
    [
      'gemini',
      'a file of bare data',
      { type: 'file', file: { file_data: 'AA==', filename: 'a.csv' } },
      { inlineData: { mimeType: 'text/csv', data: 'AA==' } },
    ],
    [
      'gemini',
      'audio',
      { type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } },
      { inlineData: { mimeType: 'audio/wav', data: 'AA==' } },
    ],
    [
      'gemini',
      'a stored file',
      { type: 'file', file: { file_id: 'abc-1' } },
      { fileData: { fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/abc-1' } },
    ],
    [
      'gemini',
      'a stored file, with the type that its name tells, and an id that stays one segment',
      { type: 'file', file: { file_id: '../x', filename: 'a.pdf' } },
      {
        fileData: {
          mimeType: 'application/pdf',
          fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/..%2Fx',
        },
      },
    ],
  ])('%s takes %s', (kind, _name, part, native) => {
    expect(encode([user([part])], { kind }).contents).toEqual([{ role: 'user', parts: [native] }]);
  });

  test.each<[ProviderTarget['kind'], string, unknown]>([
    ['gemini', 'a plain http address', { type: 'image_url', image_url: { url: 'http://h.example/a.png' } }],
    ['gemini', 'a bucket, on the consumer API', { type: 'image_url', image_url: { url: 'gs://b/a.png' } }],
    ['vertex', 'a bucket, which the operator may read', { type: 'image_url', image_url: { url: 'gs://b/a.csv' } }],
    ['gemini', 'data that is not base64', { type: 'image_url', image_url: { url: 'data:image/svg+xml,%3Csvg%3E' } }],
    [
      'vertex',
      'an address without a type, on the cloud edition',
      { type: 'image_url', image_url: { url: 'https://h/a' } },
    ],
    ['vertex', 'a file by id, on the cloud edition', { type: 'file', file: { file_id: 'file-1' } }],
    [
      'gemini',
      'a text in a charset that is not known',
      { type: 'file', file: { file_data: 'data:text/plain;charset=klingon;base64,6Q==' } },
    ],
    ['gemini', 'a file whose type is not told', { type: 'file', file: { file_data: 'AA==' } }],
    ['gemini', 'another audio format', { type: 'input_audio', input_audio: { data: 'AA==', format: 'pcm16' } }],
    ['gemini', 'an unknown part', { type: 'video' }],
  ])('%s rejects %s, naming the part', (kind, _name, part) => {
    const parts = [{ type: 'text', text: 'a' }, part] as ContentPart[];
    expect(() => encode([user('x'), user(parts)], { kind })).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', param: 'messages[1].content[1]' }),
    );
  });

  test.each([
    ['messages[0].audio', { role: 'assistant', audio: { id: 'a' } }],
    ['messages[0].tool_calls[0]', { role: 'assistant', tool_calls: [{ id: 'a', type: 'custom', custom: {} }] }],
    ['messages[0].tool_calls[0].function.arguments', { role: 'assistant', tool_calls: [call('a', 'f', {}, '[1')] }],
  ])('rejects %s', (param, message) => {
    expect(() => encode([message])).toThrow(expect.objectContaining({ code: 'unsupported_parameter', param }));
  });
});

describe('calls and their results', () => {
  test('puts the results of one turn into one content, in the order of the calls, with the names of the calls', () => {
    const messages = [
      {
        role: 'assistant',
        content: null,
        tool_calls: [call('a', 'f', signed('S'), '{"x":1}'), call('b', 'g', {}, '')],
      },
      result('b', 'two'),
      result('a', '{"one":1}'),
      user('next'),
    ];
    expect(encode(messages).contents).toEqual([
      {
        role: 'model',
        parts: [
          { functionCall: { id: 'a', name: 'f', args: { x: 1 } }, thoughtSignature: 'S' },
          { functionCall: { id: 'b', name: 'g', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'a', name: 'f', response: { one: 1 } } },
          { functionResponse: { id: 'b', name: 'g', response: { output: 'two' } } },
        ],
      },
      { role: 'user', parts: [{ text: 'next' }] },
    ]);
  });

  test('leaves the ids out for the cloud edition, which rejects them', () => {
    const calls = [call('a', 'f'), call('b', 'g')];
    const { contents } = encode([{ role: 'assistant', tool_calls: calls }, result('b', '2'), result('a', '1')], {
      kind: 'vertex',
    });
    expect(JSON.stringify(contents)).not.toContain('"id"');
    expect(contents[1]?.parts.map(({ functionResponse }) => functionResponse?.name)).toEqual(['f', 'g']);
  });

  test('rejects a result of no call', () => {
    const messages = [{ role: 'assistant', tool_calls: [call('a', 'f')] }, result('a', ''), result('b', '')];
    expect(() => encode(messages)).toThrow(
      expect.objectContaining({ code: 'invalid_value', param: 'messages[2].tool_call_id' }),
    );
  });

  test('keeps results of two turns apart, though their calls have the same id', () => {
    const turns = ['f', 'g'].flatMap((name) => [
      { role: 'assistant', tool_calls: [call('a', name)] },
      result('a', name),
    ]);
    const names = encode(turns).contents.map(({ parts }) => parts[0]?.functionResponse?.name);
    expect(names).toEqual([undefined, 'f', undefined, 'g']);
  });

  test.each([
    ['a list', '[1]', { output: '[1]' }],
    ['no text', '', { output: '' }],
    [
      'parts',
      [
        { type: 'text', text: '{"a"' },
        { type: 'text', text: ':1}' },
      ],
      { a: 1 },
    ],
  ])('says a result of %s as an object', (_name, content, response) => {
    const { contents } = encode([{ role: 'assistant', tool_calls: [call('a', 'f')] }, result('a', content)]);
    expect(contents[1]?.parts).toEqual([{ functionResponse: { id: 'a', name: 'f', response } }]);
  });

  test('keeps the digits of an integer in a result', () => {
    const turn = { role: 'assistant', tool_calls: [call('a', 'f')] };
    const { contents } = encode([turn, result('a', '{"id":12345678901234567890}')]);
    expect(JSON.stringify(contents[1]?.parts)).toContain('"response":{"id":12345678901234567890}');
  });

  test('puts images beside the result', () => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } };
    const { contents } = encode([{ role: 'assistant', tool_calls: [call('a', 'f')] }, result('a', [image])]);
    expect(contents[1]?.parts[0]?.functionResponse?.parts).toEqual([
      { inlineData: { mimeType: 'image/png', data: 'AA==' } },
    ]);
  });

  test.each([
    ['gemini-3-pro', 'skip_thought_signature_validator'],
    ['gemini-flash-latest', 'skip_thought_signature_validator'],
    ['gemini-2.5-pro', undefined],
    ['gemini-2.0-flash', undefined],
  ])('%s gets %s for a signature that the client dropped, on the first call only', (upstreamModel, signature) => {
    const turn = { role: 'assistant', tool_calls: [call('a', 'f'), call('b', 'g', signed(''))] };
    const [content] = encode([turn], { upstreamModel }).contents;
    expect(content?.parts.map(({ thoughtSignature }) => thoughtSignature)).toEqual([signature, undefined]);
  });
});
