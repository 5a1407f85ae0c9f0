import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { jsonReply, modelEntries, providerEntry } from '@multilane/testing';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

let pair: Pair;

beforeAll(async () => {
  pair = await startPair((upstreamUrl) => ({
    providers: [providerEntry('vertex', upstreamUrl), { name: 'simulator', kind: 'simulator' }],
    models: [
      ...modelEntries('vertex'),
      { logical_name: 'simulated', provider: 'simulator', upstream_model: 'simulated' },
    ],
    teams: [{ name: 'research', api_keys: [{ name: 'ci', key: 'ml-test-research-member-0001' }] }],
  }));
}, HOOK_LIMIT_MS);

/** The cloud edition of group G names no ids. */
const ANSWER = {
  candidates: [
    { content: { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] }, finishReason: 'STOP' },
  ],
};

beforeEach(() => {
  pair.upstream.reset();
  pair.upstream.setDefault(jsonReply(ANSWER));
});

afterAll(() => pair.stop(), HOOK_LIMIT_MS);

const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }];
const chat = { tools, messages: [{ role: 'user', content: 'Hello' }] };
/** Headers of callers who pass their own request's id on to every call. */
const traced = { headers: { 'x-request-id': 'trace/7:'.padEnd(128, 'a') } };

async function callId(model: string): Promise<string> {
  const answer = await pair.chat({ model, ...chat, tool_choice: 'required' }, traced);
  return (answer.json() as { choices: [{ message: { tool_calls: [{ id: string }] } }] }).choices[0].message
    .tool_calls[0].id;
}

describe('docs/contract/chat.md#tool-calls: tool-call ids are stable, where the gateway makes them itself', () => {
  it.each(['vertex-chat', 'simulated'])(
    '%s: two calls never share an id, whatever X-Request-Id says',
    async (model) => {
      expect(await callId(model)).not.toBe(await callId(model));
    },
  );

  it.each(['vertex-chat', 'simulated'])('%s: an id is one that every provider takes back', async (model) => {
    expect(await callId(model)).toMatch(/^[a-zA-Z0-9_-]{1,40}$/);
  });

  it.each([
    ['/v1/messages', { max_tokens: 9, messages: chat.messages }],
    ['/v1/responses', { input: 'Hello' }],
    ['/v1/completions', { prompt: 'Hello' }],
    ['/v1/moderations', { input: 'Hello' }],
  ])('%s: two answers never share an id', async (path, body) => {
    const model = path === '/v1/moderations' ? {} : { model: 'vertex-chat' };
    const ask = async () =>
      (await pair.send(path, { body: { ...model, ...body }, ...traced })).json() as { id: string };
    expect((await ask()).id).not.toBe((await ask()).id);
  });
});
