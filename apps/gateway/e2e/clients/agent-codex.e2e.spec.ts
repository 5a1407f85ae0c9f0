import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type OpenAI from 'openai';
import { readRefusal, unsupportedParameter } from '../read-refusal.js';
import { answerWith, BEHIND, type BehindGateway, startEveryProvider } from '../start-every-provider.js';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import { RAIN } from '../tool-conversation.js';
import {
  CODEX_CALLS,
  CODEX_HEADERS,
  CODEX_INPUT,
  CODEX_TOOLS,
  CODEX_TURN,
  KNOWN_MODEL,
  PATCH,
  UNKNOWN_MODEL,
} from './codex-turns.js';

let pair: Pair;

beforeAll(async () => {
  pair = await startEveryProvider();
}, HOOK_LIMIT_MS);

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

afterEach(() => {
  const refusals = [...pair.upstream.refusals];
  pair.upstream.reset();
  expect(refusals).toEqual([]);
});

type Item = OpenAI.Responses.ResponseOutputItem;

/** Reads a stream as Codex does: the items as each is done, and the end. */
async function takeTurn(body: object): Promise<{ items: Item[]; end: OpenAI.Responses.Response }> {
  const stream = await pair.open('/v1/responses', { body: { ...CODEX_TURN, ...body }, headers: CODEX_HEADERS });
  const events = (await stream.collect()).map((data) => JSON.parse(data) as OpenAI.Responses.ResponseStreamEvent);
  expect([stream.status, events[0]?.type, events.at(-1)?.type]).toEqual([
    200,
    'response.created',
    'response.completed',
  ]);
  expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, index) => index));
  const items = events.flatMap((event) => (event.type === 'response.output_item.done' ? event.item : []));
  const last = events.at(-1) as OpenAI.Responses.ResponseCompletedEvent;
  expect(last.response.output).toEqual(items);
  return { items, end: last.response };
}

/** The output of each call, in the item that answers its kind. */
function answersTo(items: readonly Item[]): object[] {
  return items.flatMap((item) => {
    if (item.type === 'function_call') return { type: 'function_call_output', call_id: item.call_id, output: 'Rain' };
    if (item.type !== 'custom_tool_call') return [];
    return { type: 'custom_tool_call_output', call_id: item.call_id, output: 'Rain' };
  });
}

const textOf = (items: readonly Item[]) =>
  items
    .flatMap((item) => (item.type === 'message' ? item.content : []))
    .map((part) => (part.type === 'output_text' ? part.text : ''))
    .join('');

const takesEffort = ({ group }: BehindGateway) => ['R', 'N', 'simulator'].includes(group);

describe.each(BEHIND)('docs/contract/clients.md#codex-cli: before $kind', (behind) => {
  const { kind, group, model } = behind;
  const settings = takesEffort(behind) ? KNOWN_MODEL : { ...UNKNOWN_MODEL, parallel_tool_calls: true };

  it('a turn with calls of its three kinds of tools, and the turn that answers them', async () => {
    const thinking = { text: 'Look first.', signature: 'c2lnbmVkLTE=' };
    const thinks = group === 'N';
    // Group G signs the first of parallel calls.
    const calls = CODEX_CALLS.map((call, index) => (index === 0 ? { ...call, signature: thinking.signature } : call));
    answerWith(pair, behind, { calls, ...(thinks && { thinking }) }, { text: RAIN });
    const { items, end } = await takeTurn({ model, ...settings, input: CODEX_INPUT });
    const called = items.filter(({ type }) => type !== 'reasoning');
    expect(called).toMatchObject([
      { type: 'function_call', name: 'exec_command', arguments: expect.stringMatching(/^\{"cmd":/) },
      { type: 'custom_tool_call', name: 'apply_patch', input: expect.any(String) },
      { type: 'function_call', name: 'read', namespace: 'mcp__files' },
    ]);
    if (kind !== 'simulator') {
      expect(called[1]).toMatchObject({ input: PATCH });
      expect(end.usage).toMatchObject({ input_tokens: 9, output_tokens: 4 });
    }
    // Codex got the reasoning back: without it the strict provider rejects the next turn.
    if (thinks) expect(items[0]).toMatchObject({ type: 'reasoning', encrypted_content: expect.any(String) });

    const input = [...CODEX_INPUT, ...items, ...answersTo(items)];
    expect(textOf((await takeTurn({ model, ...settings, input })).items)).toMatch(/rain/i);
  });

  it('hints reach the kinds that define them in chat, and what chat does not define reaches nobody', async () => {
    answerWith(pair, behind);
    await takeTurn({ model, ...settings, input: CODEX_INPUT });
    const sent = pair.upstream.requests.map(({ body }) => body as Record<string, unknown>);
    const hint = kind === 'openai' || kind === 'azure-openai' ? CODEX_TURN.prompt_cache_key : undefined;
    expect(sent.map((body) => [body.prompt_cache_key, body.client_metadata])).toEqual(
      sent.map(() => [hint, undefined]),
    );
  });

  it('for a model that is not in its catalog it wants no parallel calls, which is rejected on G, C and B', async () => {
    const body = { ...CODEX_TURN, ...UNKNOWN_MODEL, model, input: CODEX_INPUT };
    if (takesEffort(behind)) {
      answerWith(pair, behind, { calls: CODEX_CALLS.slice(0, 1) });
      const { items } = await takeTurn(body);
      expect(items).toMatchObject([{ type: 'function_call', name: 'exec_command' }]);
    } else {
      expect(readRefusal(await pair.send('/v1/responses', { body }))).toEqual(
        unsupportedParameter('parallel_tool_calls'),
      );
    }
  });

  it('its web search, unless it is switched off, is rejected by its name', async () => {
    const tools = [...CODEX_TOOLS, { type: 'web_search', external_web_access: false }];
    const body = { ...CODEX_TURN, ...settings, model, input: CODEX_INPUT, tools };
    expect(readRefusal(await pair.send('/v1/responses', { body }))).toEqual(unsupportedParameter('web_search'));
    expect(pair.upstream.requests).toEqual([]);
  });
});

describe('docs/contract/clients.md#codex-cli', () => {
  it('its list of models is answered whatever version it names', async () => {
    const answer = await pair.send('/v1/models?client_version=0.150.0', { headers: CODEX_HEADERS });
    expect([answer.status, answer.json()]).toEqual([200, expect.objectContaining({ object: 'list' })]);
  });

  it('a WebSocket it may try first is rejected at once, and it continues over HTTP', async () => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    const answer = await pair.send('/v1/responses', {
      headers: { ...headers, 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' },
    });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
  });
});
