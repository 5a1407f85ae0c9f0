import { describe, expect, it } from '@jest/globals';
import type { RecordedRequest } from '../../recorded-request.js';
import { jsonReply, streamReply } from '../../reply.js';
import type { IssuedToolCall } from '../wire.js';
import { completion } from './build-completion.js';
import { openAiChatWire } from './openai-chat-wire.js';

const user = { role: 'user', content: 'Hello' };
const tool = { type: 'function', function: { name: 'look', parameters: { type: 'object' } } };
const call = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"a":1}' } };
const asked = { role: 'assistant', content: null, tool_calls: [call] };
const result = { role: 'tool', tool_call_id: 'call_1', content: 'found' };
const issued: IssuedToolCall = { id: 'call_1', name: 'look', arguments: '{ "a": 1 }' };

const post = (change: Partial<RecordedRequest> & { body?: unknown }): RecordedRequest => {
  const url = change.url ?? '/v1/chat/completions';
  const { pathname, searchParams } = new URL(url, 'http://upstream');
  return {
    method: 'POST',
    url,
    path: pathname,
    query: searchParams,
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-test' },
    body: { model: 'gpt-4o', messages: [user] },
    rawBody: Buffer.alloc(0),
    aborted: false,
    refusal: undefined,
    times: { received: 0 },
    ...change,
  };
};
const chat = (members: object) => post({ body: { model: 'gpt-4o', messages: [user], ...members } });
const headed = (headers: object) =>
  post({ headers: { 'content-type': 'application/json', authorization: 'Bearer sk-test', ...headers } });
const answer = jsonReply(completion());
const find = (request: RecordedRequest, calls: IssuedToolCall[] = []) =>
  openAiChatWire.findFault(request, answer, [{ calls, thoughts: [] }]);

describe('the reference chat wire accepts', () => {
  const deployment = '/openai/deployments/chat/chat/completions?api-version=2024-10-21';
  const accepted: [string, RecordedRequest][] = [
    ['a plain request', post({})],
    ['a charset in the content type', headed({ 'content-type': 'application/json; charset=utf-8' })],
    [
      'a deployment with an api-key',
      post({ url: deployment, headers: { 'content-type': 'application/json', 'api-key': 'k' } }),
    ],
    ['a deployment without a model in the body', post({ url: deployment, body: { messages: [user] } })],
    ['parameters it does not know', chat({ store: true, a_new_one: {} })],
    ['null for an optional parameter', chat({ temperature: null, stop: null, tools: null })],
    ['every bound', chat({ temperature: 2, top_p: 0, n: 128, presence_penalty: -2, stop: ['a', 'b', 'c', 'd'] })],
    [
      'tools and a named choice',
      chat({ tools: [tool], tool_choice: { type: 'function', function: { name: 'look' } } }),
    ],
    ['a call and its result', chat({ messages: [user, asked, result] })],
    [
      'parts',
      chat({
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'a' },
              { type: 'image_url', image_url: { url: 'data:,' } },
            ],
          },
        ],
      }),
    ],
    ['a json_schema', chat({ response_format: { type: 'json_schema', json_schema: { name: 'a', schema: {} } } })],
    [
      'a stored function_call',
      chat({ messages: [user, { role: 'assistant', function_call: { name: 'a', arguments: '' } }] }),
    ],
  ];

  it.each(accepted)('%s', (_, request) => {
    expect(find(request)).toBeUndefined();
  });
});

describe('the reference chat wire rejects', () => {
  const deployment = '/openai/deployments/chat/chat/completions';
  const refused: [string, RecordedRequest, string | RegExp][] = [
    ['another method', post({ method: 'GET' }), /method GET/],
    ['another path', post({ url: '/chat/completions' }), /unknown address/],
    ['a doubled version', post({ url: '/v1/v1/chat/completions' }), /unknown address/],
    ['a deployment without api-version', post({ url: deployment }), /api-version/],
    ['another content type', headed({ 'content-type': 'text/plain' }), /content-type/],
    ['no credential', headed({ authorization: undefined }), /bearer/],
    ['an empty bearer token', headed({ authorization: 'Bearer ' }), /bearer/],
    ['a gateway key as the credential', headed({ authorization: 'Bearer ml-abc' }), /credential of the gateway/],
    ['a gateway token in any header', headed({ 'x-original': 'Bearer ml_pat_abc' }), /credential of the gateway/],
    ['a cookie', headed({ cookie: 'a=b' }), /cookie/],
    ['a header of the service', headed({ 'x-service-config': 'a' }), /x-service-config/],
    ['a body that is no object', post({ body: [] }), /no JSON object/],
    ['no model', chat({ model: '' }), 'model'],
    ['no messages', chat({ messages: [] }), 'messages'],
    ['an unknown role', chat({ messages: [{ role: 'robot', content: 'a' }] }), 'messages[0]'],
    ['a message without content', chat({ messages: [{ role: 'user', content: null }] }), 'messages[0]'],
    [
      'an image in a system message',
      chat({ messages: [{ role: 'system', content: [{ type: 'image_url', image_url: { url: 'a' } }] }] }),
      'messages[0]',
    ],
    [
      'an image without url',
      chat({ messages: [{ role: 'user', content: [{ type: 'image_url', image_url: 'a' }] }] }),
      'messages[0]',
    ],
    ['an empty tool_calls', chat({ messages: [{ ...asked, tool_calls: [] }] }), 'messages[0]'],
    [
      'arguments that are no text',
      chat({ messages: [{ ...asked, tool_calls: [{ ...call, function: { name: 'a', arguments: {} } }] }] }),
      'messages[0]',
    ],
    ['a result without id', chat({ messages: [user, asked, { role: 'tool', content: 'a' }] }), 'messages[2]'],
    ['a temperature out of bounds', chat({ temperature: 2.1 }), 'temperature'],
    ['a token limit of 0', chat({ max_tokens: 0 }), 'max_tokens'],
    ['five stops', chat({ stop: ['a', 'b', 'c', 'd', 'e'] }), 'stop'],
    ['stream options without a stream', chat({ stream_options: { include_usage: true } }), 'stream_options'],
    ['top_logprobs without logprobs', chat({ top_logprobs: 2 }), 'top_logprobs'],
    ['an empty tools array', chat({ tools: [] }), 'tools'],
    ['a tool of the messages format', chat({ tools: [{ name: 'look', input_schema: {} }] }), 'tools'],
    ['a choice without tools', chat({ tool_choice: 'auto' }), 'tool_choice'],
    [
      'a choice of an absent tool',
      chat({ tools: [tool], tool_choice: { type: 'function', function: { name: 'b' } } }),
      'tool_choice',
    ],
    ['parallel_tool_calls without tools', chat({ parallel_tool_calls: true }), 'parallel_tool_calls'],
    [
      'a schema without a name',
      chat({ response_format: { type: 'json_schema', json_schema: { schema: {} } } }),
      'response_format',
    ],
    ['deprecated functions', chat({ functions: [{ name: 'a' }] }), 'functions'],
    ['a call without its result', chat({ messages: [user, asked, user] }), 'messages[2]'],
    ['a call without its result at the end', chat({ messages: [user, asked] }), 'messages'],
    ['a result of no call', chat({ messages: [user, result] }), 'messages[1]'],
    ['a result of another id', chat({ messages: [user, asked, { ...result, tool_call_id: 'call_2' }] }), 'messages[2]'],
  ];

  it.each(refused)('%s', (_, request, expected) => {
    const fault = find(request);
    if (typeof expected === 'string') expect(fault?.param).toBe(expected);
    else expect(fault?.message).toMatch(expected);
  });
});

describe('the reference chat wire, in a later turn', () => {
  const turn = chat({ messages: [user, asked, result] });

  it('accepts the calls it handed out, however their arguments are spaced', () => {
    expect(find(turn, [issued])).toBeUndefined();
  });

  it.each([
    ['id', { ...issued, id: 'call_9' }],
    ['name', { ...issued, name: 'listen' }],
    ['arguments', { ...issued, arguments: '{"a":2}' }],
  ])('rejects a call whose %s it did not hand out', (_, other) => {
    expect(find(turn, [other])).toMatchObject({ param: 'messages[1]' });
  });

  it('accepts an id made up for a call that had none, but not another call', () => {
    expect(find(turn, [{ ...issued, id: '' }])).toBeUndefined();
    expect(find(turn, [{ ...issued, id: '', name: 'listen' }])).toMatchObject({ param: 'messages[1]' });
  });

  it('expects the results that the recorded request of the turn had', () => {
    const recorded = (id: string) => ({
      ...answer,
      recordedRequest: { messages: [{ role: 'tool', tool_call_id: id }] },
    });
    expect(openAiChatWire.findFault(turn, recorded('call_1'), [])).toBeUndefined();
    expect(openAiChatWire.findFault(turn, recorded('call_2'), [])?.message).toMatch(/call_2/);
  });
});

describe('the reference chat wire, by framing', () => {
  it('refuses to stream to a caller who did not ask, and the reverse', () => {
    expect(openAiChatWire.findFault(chat({}), streamReply([]), [])?.param).toBe('stream');
    expect(openAiChatWire.findFault(chat({ stream: true }), answer, [])?.param).toBe('stream');
  });

  it('lets an error be JSON whatever was asked', () => {
    const failure = jsonReply({ error: {} }, { status: 500 });
    expect(openAiChatWire.findFault(chat({ stream: true }), failure, [])).toBeUndefined();
  });
});

describe('readIssued', () => {
  const event = (choice: object) => JSON.stringify({ choices: [choice] });
  const fragment = (index: number, members: object) =>
    event({ index: 0, delta: { tool_calls: [{ index, ...members }] } });

  it('puts the fragments of parallel calls together by index', () => {
    const stream = streamReply([
      fragment(0, { id: 'a', function: { name: 'f', arguments: '' } }),
      fragment(1, { id: 'b', function: { name: 'g', arguments: '{"x"' } }),
      fragment(0, { function: { arguments: '{}' } }),
      fragment(1, { function: { arguments: ':1}' } }),
      '[DONE]',
    ]);
    expect(openAiChatWire.readIssued(stream).calls).toEqual([
      { id: 'a', name: 'f', arguments: '{}' },
      { id: 'b', name: 'g', arguments: '{"x":1}' },
    ]);
  });

  it('reads those of a JSON answer', () => {
    const reply = jsonReply({ choices: [{ message: { tool_calls: [call] } }] });
    expect(openAiChatWire.readIssued(reply).calls).toEqual([{ id: 'call_1', name: 'look', arguments: '{"a":1}' }]);
  });
});
