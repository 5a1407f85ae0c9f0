import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { completion, completionEvents, jsonReply, serverError, streamReply } from '@multilane/testing';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

const PATH = '/v1/chat/completions';
/** Longer than what is written anew as a matter of course, and than what is a string by itself. */
const LONG = `${'The café has "quotes" and\nlines. 🙂 '.repeat(3_000)}The end.`;
/** Text in a form that no serialiser writes. */
const MESSAGES = `[ {"role":"user", "content":${JSON.stringify(LONG).replace('café', 'caf\\u00e9')}} ]`;
const NEWER = '"newer":{"a":[ 1.50,-0 ]}';
const VALUES = `"temperature":1.0, "max_tokens" : 2e2,${NEWER}`;
/** Integers of the body itself are written as in a short one: `2e2` is no integer to every reader. */
const SENT_VALUES = `"temperature":1,"max_tokens":200,${NEWER}`;

let pair: Pair;

beforeAll(async () => {
  pair = await startPair((upstreamUrl) => ({
    providers: [
      { name: 'r', kind: 'openai-compatible', api_key: 'test-credential-0001', base_url: `${upstreamUrl}/v1` },
      { name: 'n', kind: 'anthropic', api_key: 'test-credential-0002', base_url: upstreamUrl },
    ],
    models: [
      { logical_name: 'plain', provider: 'r', upstream_model: 'plain-2026' },
      { logical_name: 'other', provider: 'r', upstream_model: 'other-2026' },
      { logical_name: 'guarded', provider: 'r', upstream_model: 'guarded-2026' },
      { logical_name: 'translated', provider: 'n', upstream_model: 'translated-2026' },
      {
        logical_name: 'lenient',
        provider: 'r',
        upstream_model: 'lenient-2026',
        unsupported_parameters: { drop: ['temperature'] },
      },
    ],
    virtual_models: [{ name: 'either', targets: [{ model: 'plain' }, { model: 'other' }] }],
    guardrails: [
      { name: 'never', kind: 'keywords', phase: 'before', models: ['guarded'], config: { keywords: ['forbidden'] } },
    ],
    teams: [{ name: 'research', api_keys: [{ name: 'ci', key: 'ml-test-research-member-0001' }] }],
  }));
}, HOOK_LIMIT_MS);

beforeEach(() => {
  pair.upstream.reset();
  pair.upstream.setDefault(jsonReply(completion({ content: 'Hi' })));
});

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

const post = (body: string, headers = {}) =>
  pair.send(PATH, { body, headers: { 'content-type': 'application/json', ...headers } });
const sent = () => pair.upstream.requests.map(({ rawBody }) => rawBody.toString());

describe("a long body for a provider of the client's format (docs/contract/requests.md#json-bodies)", () => {
  it.each([
    ['that nobody reads', 'plain'],
    ['that a guardrail reads', 'guarded'],
  ])("%s is sent in the client's own bytes, with the model's name replaced", async (_which, model) => {
    const { status } = await post(` {"model" : "${model}" ,"messages":${MESSAGES}, ${VALUES} }\n`);
    expect(status).toBe(200);
    expect(sent()).toEqual([`{"model":"${model}-2026","messages":${MESSAGES},${SENT_VALUES} }`]);
    expect(pair.upstream.requests[0]?.headers['content-length']).toBe(String(Buffer.byteLength(sent()[0] ?? '')));
  });

  it('leaves out null members, and asks for the usage of a stream', async () => {
    pair.upstream.setDefault(streamReply(completionEvents(['Hi'])));
    const stream = await pair.open(PATH, {
      body: `{"stream":true,"user":null,"messages":${MESSAGES},"model":"plain","tools":[], ${VALUES}}`,
      headers: { 'content-type': 'application/json' },
    });
    await stream.ended;
    const options = '"stream_options":{"include_usage":true}';
    expect(sent()).toEqual([`{"stream":true,"messages":${MESSAGES},"model":"plain-2026",${SENT_VALUES},${options}}`]);
  });

  it.each([
    ['at the top', `{"model":"plain","model":"other","messages":${MESSAGES}}`],
    ['at the top, spelt with an escape', `{"model":"plain","mode\\u006c":"other","messages":${MESSAGES}}`],
  ])('is written anew with a name twice %s: what is authorised is what is sent', async (_where, body) => {
    expect((await post(body)).headers['x-service-model']).toBe('other');
    expect(sent()).toEqual([JSON.stringify({ model: 'other-2026', messages: JSON.parse(MESSAGES) })]);
  });

  it('is written anew with a name twice further inside: what a guardrail reads is what is sent', async () => {
    const twice = (first: string, second: string): string =>
      `{"model":"guarded","messages":[{"role":"user","content":"${first}","content":${JSON.stringify(LONG + second)}}]}`;
    expect((await post(twice('fine', 'forbidden'))).status).toBe(400);
    expect(sent()).toEqual([]);
    expect((await post(twice('forbidden', 'fine'))).status).toBe(200);
    expect(sent().join()).not.toContain('forbidden');
  });

  it('keeps every digit of a long integer, and is written anew with it', async () => {
    await post(`{"model":"plain", "messages":${MESSAGES},"newer":9007199254740993}`);
    expect(sent().join()).toContain('"newer":9007199254740993}');
  });

  it('has the name of each target that it goes to', async () => {
    pair.upstream.enqueue(serverError());
    const { status } = await post(`{"model":"either", "messages":${MESSAGES}}`);
    expect(status).toBe(200);
    expect(sent()).toEqual([
      `{"model":"plain-2026","messages":${MESSAGES}}`,
      `{"model":"other-2026","messages":${MESSAGES}}`,
    ]);
  });

  it('is without the parameters that the operator lets be left out', async () => {
    const answer = await post(`{"model":"lenient", "messages":${MESSAGES},"temperature":1.0,"newer":1.50}`);
    expect(answer.headers['x-service-adjusted']).toBe('temperature');
    expect(JSON.parse(sent().join())).toEqual({
      model: 'lenient-2026',
      messages: JSON.parse(MESSAGES),
      newer: 1.5,
    });
  });

  it('is read where a guardrail looks for words, and where another format is spoken', async () => {
    const say = (model: string, text: string): string =>
      `{"model":"${model}","max_tokens":9,"messages":[{"role":"user","content":${JSON.stringify(text)}},{"role":"user","content":"ok"}]}`;
    expect((await post(say('guarded', `${LONG}forbidden`))).status).toBe(400);
    expect((await post(say('translated', LONG))).status).toBe(502);
    expect(pair.upstream.requests).toHaveLength(1);
    expect(pair.upstream.requests[0]?.rawBody.toString()).toContain(JSON.stringify(LONG).slice(1, -1));
  });

  it.each([
    ['an escape that is none', '\\x', 'position'],
    ['a line break', '\n', 'position'],
    ['half of an escape', '\\u00', 'position'],
    ['bytes that are no UTF-8', Buffer.from([0xff]).toString('latin1'), 'UTF-8'],
  ])('is rejected with %s within a long text', async (_what, fault, word) => {
    const body = `{"model":"plain","messages":[{"role":"user","content":"${'x'.repeat(20_000)}${fault}"}]}`;
    const answer = await pair.send(PATH, {
      body: Buffer.from(body, 'latin1'),
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ error: { code: 'invalid_json', message: expect.stringContaining(word) } });
    expect(sent()).toEqual([]);
  });

  it.each([
    ['/v1/messages', '"max_tokens":9,'],
    ['/v1/messages/count_tokens', ''],
  ])("is sent in the client's own bytes on %s too, to the provider that speaks it", async (path, limit) => {
    pair.upstream.setDefault(jsonReply({ type: 'message', role: 'assistant', content: [], input_tokens: 1 }));
    const image = `{"type":"image","source":{"type":"base64","media_type":"image/png", "data":"${'A'.repeat(9_000)}"}}`;
    const call = '{"type":"tool_use","id":"a","name":"f","input":{ "n":1.50}}';
    const result = `{"type":"tool_result","tool_use_id":"a", "content":${JSON.stringify(LONG)}}`;
    const turns = [`{"role":"user","content":[${image}]}`, `{"role":"assistant","content":[${call}]}`];
    const messages = `[ ${turns.join()},{"role":"user","content":[${result},{"type":"text", "text":"caf\\u00e9"}]} ]`;
    const tools = '"tools":[{"name":"f", "input_schema":{"type":"object"}}]';
    const body = `{${limit}"model":"translated", "messages" : ${messages},"system":null,${tools}}`;
    const { status } = await pair.send(path, { body, headers: { 'content-type': 'application/json' } });
    expect(status).toBe(200);
    expect(sent()).toEqual([`{${limit}"model":"translated-2026","messages" : ${messages},${tools}}`]);
  });

  it('of messages is translated for a provider of chat, and written anew where a signature is foreign', async () => {
    const thinking = '{"type":"thinking","thinking":"hm","signature":"multilane:1:e30"}';
    const turns = `{"role":"assistant","content":[${thinking},{"type":"text","text":${JSON.stringify(LONG)}}]}`;
    const say = (model: string) =>
      `{"max_tokens":9,"model":"${model}","messages":[{"role":"user","content":"a"},${turns}]}`;
    for (const model of ['plain', 'translated']) {
      await pair.send('/v1/messages', { body: say(model), headers: { 'content-type': 'application/json' } });
    }
    expect(sent()).toHaveLength(2);
    for (const body of sent()) {
      expect(body).toContain(JSON.stringify(LONG).slice(1, -1));
      expect(body).not.toContain('nobody has read');
    }
  });
});
