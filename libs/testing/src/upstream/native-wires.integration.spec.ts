import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { replayCase } from '../cases/replay-case.js';
import { httpRequest } from '../http/http-request.js';
import { openStream } from '../http/open-stream.js';
import type { FakeUpstream } from './fake-upstream.js';
import { cutAfter, slowly, stallAfter } from './faults.js';
import { jsonReply } from './reply.js';
import { startUpstream } from './start-upstream.js';
import { cohereWire } from './wires/cohere/cohere-wire.js';
import { repliesOf } from './wires/replies-of.js';

type Kind = 'openai' | 'anthropic' | 'gemini' | 'vertex' | 'cohere' | 'bedrock';
interface Call {
  path: string;
  streamPath?: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

const bearer = { authorization: 'Bearer test' };
const contents = [{ role: 'user', parts: [{ text: 'Hello' }] }];
const messages = [{ role: 'user', content: 'Hello' }];
const project = '/v1/projects/p/locations/eu/publishers/google/models/m';
const CALLS: Record<Kind, Call> = {
  openai: { path: '/v1/chat/completions', headers: bearer, body: { model: 'm', messages } },
  anthropic: {
    path: '/v1/messages',
    headers: { 'x-api-key': 'test', 'anthropic-version': '2023-06-01' },
    body: { model: 'm', max_tokens: 9, messages },
  },
  gemini: {
    path: '/v1beta/models/m:generateContent',
    streamPath: '/v1beta/models/m:streamGenerateContent?alt=sse',
    headers: { 'x-goog-api-key': 'test' },
    body: { contents },
  },
  vertex: {
    path: `${project}:generateContent`,
    streamPath: `${project}:streamGenerateContent?alt=sse`,
    headers: bearer,
    body: { contents },
  },
  cohere: { path: '/v2/chat', headers: bearer, body: { model: 'm', messages } },
  bedrock: {
    path: '/model/m/converse',
    streamPath: '/model/m/converse-stream',
    headers: bearer,
    body: { messages: [{ role: 'user', content: [{ text: 'Hello' }] }] },
  },
};
const KINDS = Object.keys(CALLS) as Kind[];

let upstream: FakeUpstream;
beforeEach(async () => {
  upstream = await startUpstream();
});
afterEach(() => upstream.close());

const ask = (kind: Kind, change: Partial<Call> = {}) => {
  const { path, headers, body } = { ...CALLS[kind], ...change };
  return httpRequest({ url: upstream.url + path, headers, body });
};
const askForStream = (kind: Kind) => {
  const { path, streamPath, headers, body } = CALLS[kind];
  const url = upstream.url + (streamPath ?? path);
  return openStream({ url, headers, body: streamPath ? body : { ...body, stream: true } });
};

describe('one upstream', () => {
  it('serves every provider at once, each in its own words', async () => {
    upstream.onRequest((request) => {
      const kind = KINDS.find((name) => request.path === CALLS[name].path);
      return kind && repliesOf(kind).answer({ text: [`I am ${kind}.`] });
    });
    const answers = await Promise.all(KINDS.map((kind) => ask(kind)));
    expect(upstream.refusals).toEqual([]);
    for (const [index, kind] of KINDS.entries()) expect(answers[index]?.text).toContain(`I am ${kind}.`);
  });

  it('holds each provider to its own calls alone', async () => {
    const call = { id: 'call_1', name: 'look', arguments: '{}' };
    upstream.enqueue(repliesOf('anthropic').answer({ calls: [call] }), repliesOf('cohere').answer());
    await ask('anthropic');
    const history = [
      {
        role: 'assistant',
        tool_calls: [{ id: 'other', type: 'function', function: { name: 'listen', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'other', content: 'nothing' },
    ];
    await ask('cohere', { body: { model: 'm', messages: [...messages, ...history] } });
    expect(upstream.refusals).toEqual([]);
  });

  it('speaks the one wire it is given, whatever the address', async () => {
    const single = await startUpstream({ wire: cohereWire });
    single.setDefault(jsonReply({}));
    const answer = await httpRequest({ url: `${single.url}/v1/messages`, headers: bearer, body: {} });
    await single.close();
    expect(answer.json()).toEqual({ id: expect.any(String), message: expect.stringContaining('unknown address') });
  });
});

describe.each(KINDS)('%s in strict mode', (kind) => {
  it('answers 400 in its own shape to a member that does not exist', async () => {
    upstream.setDefault(repliesOf(kind).answer());
    const answer = await ask(kind, { body: { ...CALLS[kind].body, tools: 'none' } });
    expect(answer.status).toBe(400);
    const shapes: Record<Kind, object> = {
      openai: { error: { type: 'invalid_request_error', param: 'tools' } },
      anthropic: { type: 'error', error: { type: 'invalid_request_error', message: expect.stringContaining('tools') } },
      gemini: { error: { code: 400, status: 'INVALID_ARGUMENT' } },
      vertex: { error: { code: 400, status: 'INVALID_ARGUMENT' } },
      cohere: { message: expect.stringContaining('tools') },
      bedrock: { message: expect.stringContaining('tools') },
    };
    expect(answer.json()).toMatchObject(shapes[kind]);
    if (kind === 'bedrock') expect(answer.headers['x-amzn-errortype']).toBe('ValidationException');
  });

  it.each([
    ['no credential', { headers: {} }],
    ['a credential of the gateway', { headers: { ...CALLS[kind].headers, 'x-other': 'ml-test-0001' } }],
    ['a header that is meant for the gateway', { headers: { ...CALLS[kind].headers, 'x-service-config': 'a' } }],
    ['a cookie', { headers: { ...CALLS[kind].headers, cookie: 'a=b' } }],
    ['another content type', { headers: { ...CALLS[kind].headers, 'content-type': 'text/plain' } }],
    ['another address', { path: `${CALLS[kind].path}/other` }],
  ])('rejects %s', async (_, change) => {
    upstream.setDefault(repliesOf(kind).answer());
    expect((await ask(kind, change)).status).toBe(400);
    expect(upstream.refusals).toHaveLength(1);
  });

  it('rejects where a stream was asked for and none is scripted, and the other way round', async () => {
    upstream.enqueue(repliesOf(kind).answer(), repliesOf(kind).stream());
    const stream = await askForStream(kind);
    await stream.ended;
    await ask(kind);
    expect(upstream.refusals).toEqual([expect.stringContaining('not a stream'), expect.stringContaining('unasked')]);
  });

  it('streams whole, late, cut and stalled', async () => {
    const whole = repliesOf(kind).stream();
    upstream.enqueue(whole, slowly(whole, 60), cutAfter(whole, 2), stallAfter(whole, 2));
    const first = await askForStream(kind);
    expect(await first.ended).toBe('complete');
    const started = performance.now();
    const late = await askForStream(kind);
    expect(await late.ended).toBe('complete');
    expect(performance.now() - started).toBeGreaterThan(55);
    const cut = await askForStream(kind);
    expect(await cut.ended).toBe('cut');
    const stalled = await askForStream(kind);
    stalled.abort();
    await upstream.waitForAbort();
    expect(upstream.refusals).toEqual([]);
  });

  it('answers 429 with the time to wait', async () => {
    upstream.enqueue(repliesOf(kind).error(429, { retryAfterSeconds: 7 }));
    const answer = await ask(kind);
    expect(answer.status).toBe(429);
    expect(`${answer.headers['retry-after']} ${answer.text}`).toMatch(/^7|"7s"/);
  });
});

describe('heads that one provider alone demands', () => {
  it.each([
    ['anthropic', { headers: { 'x-api-key': 'test' } }, 'anthropic-version'],
    ['anthropic', { headers: { ...bearer, 'anthropic-version': '2023-06-01' } }, 'x-api-key'],
    ['gemini', { path: '/v1beta/models/m:generateContent?key=secret' }, 'the key is in the address'],
    ['gemini', { path: '/v1beta/models/m:streamGenerateContent' }, 'alt=sse'],
    ['vertex', { headers: { 'x-goog-api-key': 'test' } }, 'no bearer token'],
    ['bedrock', { path: '/model/arn:aws:bedrock:eu:1:inference-profile/x/converse' }, 'unknown address'],
    ['bedrock', { path: '/model/meta.llama/invoke' }, 'unknown address'],
    ['bedrock', { headers: { authorization: 'AWS4-HMAC-SHA256 Credential=a' } }, 'no signature of version 4'],
  ] as const)('%s: %j', async (kind, change, refusal) => {
    upstream.setDefault(repliesOf(kind).answer());
    await ask(kind, change);
    expect(upstream.refusals).toEqual([expect.stringContaining(refusal)]);
  });
});

describe('rules between members', () => {
  const tool = { name: 'look', input_schema: { type: 'object' } };
  const thinking = { type: 'enabled', budget_tokens: 1024 };
  const long = { max_tokens: 4096, thinking };
  const toolConfig = { tools: [{ toolSpec: { name: 'look', inputSchema: { json: {} } } }] };
  const fields = { additionalModelRequestFields: { thinking } };
  const document = { document: { name: 'a', format: 'txt', source: { bytes: 'YQ==' } } };

  it.each([
    ['anthropic', { tool_choice: { type: 'auto' } }, 'tool_choice'],
    ['anthropic', { tools: [tool], tool_choice: { type: 'tool', name: 'listen' } }, 'tool_choice.name'],
    ['anthropic', { ...long, tools: [tool], tool_choice: { type: 'any' } }, 'tool_choice'],
    ['anthropic', { thinking }, 'thinking.budget_tokens'],
    ['anthropic', { ...long, temperature: 0.5 }, 'temperature'],
    ['anthropic', { ...long, top_k: 5 }, 'top_k'],
    ['anthropic', { ...long, top_p: 0.5 }, 'top_p'],
    ['anthropic', { messages: [{ role: 'assistant', content: 'Hello' }] }, 'messages[0].role'],
    ['gemini', { generationConfig: { logprobs: 2 } }, 'generationConfig.logprobs'],
    ['gemini', { generationConfig: { responseSchema: { type: 'object' } } }, 'generationConfig.responseMimeType'],
    [
      'gemini',
      { contents: [{ parts: [{ text: 'a', inlineData: { mimeType: 'a/b', data: 'YQ==' } }] }] },
      'contents[0].parts[0]',
    ],
    ['vertex', { contents: [{ parts: [{ text: 'a' }] }] }, 'contents[0].role'],
    ['cohere', { tool_choice: 'REQUIRED' }, 'tool_choice'],
    ['cohere', { messages: [...messages, { role: 'assistant' }] }, 'messages[1]'],
    ['cohere', { temperature: 1.5 }, 'temperature'],
    ['bedrock', { messages: [{ role: 'assistant', content: [{ text: 'a' }] }] }, 'messages[0]'],
    ['bedrock', { messages: [{ role: 'user', content: [document] }] }, 'messages[0].content'],
    [
      'bedrock',
      { toolConfig: { ...toolConfig, toolChoice: { tool: { name: 'listen' } } } },
      'toolConfig.toolChoice.tool.name',
    ],
    ['bedrock', { ...fields, toolConfig: { ...toolConfig, toolChoice: { any: {} } } }, 'toolConfig.toolChoice'],
    ['bedrock', { ...fields, inferenceConfig: { temperature: 0 } }, 'inferenceConfig.temperature'],
  ] as const)('%s rejects %j', async (kind, members, param) => {
    upstream.setDefault(repliesOf(kind).answer());
    await ask(kind, { body: { ...CALLS[kind].body, ...members } });
    expect(upstream.refusals[0]?.slice(0, param.length + 2)).toBe(`${param}: `);
  });

  it('bedrock demands the tools wherever the history uses them', async () => {
    upstream.enqueue(replayCase('bedrock/redacted-reasoning-tools-two-turn', { turn: 0 }));
    const use = { toolUse: { toolUseId: 'a', name: 'look', input: {} } };
    const result = { toolResult: { toolUseId: 'a', content: [{ text: 'fog' }] } };
    const history = [
      ...(CALLS.bedrock.body.messages as object[]),
      { role: 'assistant', content: [use] },
      { role: 'user', content: [result] },
    ];
    await ask('bedrock', { body: { messages: history } });
    expect(upstream.refusals).toEqual([expect.stringContaining('toolConfig: must be defined')]);
  });
});
