import { completion, completionEvents, jsonReply, serverError, streamReply } from '@multilane/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

const PATH = '/v1/chat/completions';
/** Longer than what is written anew as a matter of course, and than what is a string by itself. */
const LONG = 'The café has "quotes" and\nlines. 🙂 '.repeat(3_000);
/** As no serialiser writes it. */
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
    ],
    models: [
      { logical_name: 'plain', provider: 'r', upstream_model: 'plain-2026' },
      { logical_name: 'other', provider: 'r', upstream_model: 'other-2026' },
      {
        logical_name: 'lenient',
        provider: 'r',
        upstream_model: 'lenient-2026',
        unsupported_parameters: { drop: ['temperature'] },
      },
    ],
    virtual_models: [{ name: 'either', targets: [{ model: 'plain' }, { model: 'other' }] }],
    guardrails: [{ name: 'never', kind: 'keywords', phase: 'before', config: { keywords: ['forbidden'] } }],
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
  it("is sent in the client's own bytes, with the model's name replaced", async () => {
    const { status } = await post(` {"model" : "plain" ,"messages":${MESSAGES}, ${VALUES} }\n`);
    expect(status).toBe(200);
    expect(sent()).toEqual([`{"model":"plain-2026","messages":${MESSAGES},${SENT_VALUES} }`]);
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
      `{"model":"plain","messages":[{"role":"user","content":"${first}","content":${JSON.stringify(LONG + second)}}]}`;
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
});
