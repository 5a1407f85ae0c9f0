import { describe, expect, jest, test } from '@jest/globals';
import type { MessagesRequest } from '@multilane/contracts';
import { chooseSplits } from '@multilane/testing';
import type { ProviderTarget } from '../adapter.js';
import { ProviderFailure } from '../provider-failure.js';
import { writeForeignSignature } from '../shared/reasoning/foreign-signature.js';
import { ANTHROPIC } from './adapter.js';
import { COUNT_TOKENS_CODEC, MESSAGES_CODEC } from './messages-codec.js';
import { ANSWERS, COMPLETE, FACTS, REQUESTS, relay, STREAMS } from './messages-codec.tools.spec.js';

const TARGET: ProviderTarget = { kind: 'anthropic', upstreamModel: 'up', baseUrl: 'https://h', headers: {} };

describe('messages to the provider that speaks them: "the body goes through … so nothing is lost" (docs/contract/messages.md#native-provider)', () => {
  test.each(REQUESTS)('%s: only the model is swapped', (_name, request) => {
    const before = JSON.stringify(request);
    const [body = ''] = MESSAGES_CODEC.encode(request, TARGET);
    expect(body).toBe(JSON.stringify({ ...request, model: 'up' }));
    expect(JSON.stringify(request)).toBe(before);
  });

  test('a loop of calls that another provider thought about continues without a thinking budget', () => {
    const loop = (signature: string, type: string): MessagesRequest => ({
      model: 'm',
      max_tokens: 9,
      thinking: { type, budget_tokens: 5 },
      messages: [
        { role: 'user', content: 'Hi' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm', signature },
            { type: 'tool_use', id: 't', name: 'f', input: {} },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'r' }] },
      ],
    });
    const foreign = writeForeignSignature({});
    const sent = (request: MessagesRequest) => JSON.parse(MESSAGES_CODEC.encode(request, TARGET)[0] ?? '');
    expect(sent(loop(foreign, 'enabled'))).not.toHaveProperty('thinking');
    expect(sent(loop(foreign, 'adaptive'))).toHaveProperty('thinking.type', 'adaptive');
    expect(sent(loop('c2ln', 'enabled'))).toHaveProperty('thinking.budget_tokens', 5);
  });

  test('thinking of other providers is taken out, and a turn of nothing else; the provider’s own stays', () => {
    const foreign = { type: 'thinking', thinking: 'Hm', signature: writeForeignSignature({}) };
    const own = { type: 'thinking', thinking: 'Ah', signature: 'c2ln' };
    const text = { type: 'text', text: 'Hello' };
    const request: MessagesRequest = {
      model: 'm',
      max_tokens: 1,
      messages: [
        { role: 'user', content: [foreign] },
        { role: 'assistant', content: [foreign, own, text] },
        { role: 'assistant', content: [foreign] },
        { role: 'assistant', content: 'multilane:1:' },
      ],
    };
    for (const codec of [MESSAGES_CODEC, COUNT_TOKENS_CODEC]) {
      expect(JSON.parse(codec.encode(request, TARGET)[0] ?? '').messages).toEqual([
        { role: 'user', content: [foreign] },
        { role: 'assistant', content: [own, text] },
        { role: 'assistant', content: 'multilane:1:' },
      ]);
    }
  });

  test('only anthropic-version and anthropic-beta of the client’s headers go along', () => {
    const { messages, countTokens } = ANTHROPIC.endpoints;
    for (const codec of [messages, countTokens]) {
      expect(codec?.forwardedHeaders).toEqual(['anthropic-version', 'anthropic-beta']);
    }
  });

  test.each([
    ['messages', '/v1/messages'],
    ['countTokens', '/v1/messages/count_tokens'],
  ] as const)('%s is at %s', (endpoint, path) => {
    expect(ANTHROPIC.address(TARGET, endpoint, false)).toEqual({ origin: 'https://h', path });
  });
});

describe('whole answers', () => {
  test.each(ANSWERS)('%s is answered as it came, or fails in our own terms', (_name, body) => {
    if (body.type === 'error') {
      expect(() => MESSAGES_CODEC.decode([body], FACTS)).toThrow(ProviderFailure);
      return;
    }
    const decoded = MESSAGES_CODEC.decode([body], FACTS);
    expect(decoded.response).toBe(body);
    const {
      input_tokens,
      output_tokens,
      cache_read_input_tokens: reads,
      cache_creation_input_tokens: writes,
    } = body.usage;
    expect(decoded).toMatchObject({
      verbatim: true,
      usage: { prompt_tokens: input_tokens + (reads ?? 0) + (writes ?? 0), completion_tokens: output_tokens },
    });
  });

  test('a count is answered as it came', () => {
    const body = { input_tokens: 7, context_management: {} };
    expect(COUNT_TOKENS_CODEC.decode([body], FACTS)).toEqual({ response: body, usage: undefined, verbatim: true });
  });

  test.each([
    ['no object', [], 'provider_error'],
    ['no content', { type: 'message' }, 'provider_error'],
    ['an error', { type: 'error', error: { type: 'rate_limit_error', message: 'm' } }, 'provider_rate_limited'],
  ])('%s fails', (_name, body, code) => {
    for (const codec of [MESSAGES_CODEC, COUNT_TOKENS_CODEC]) {
      expect(() => codec.decode([body], FACTS)).toThrow(expect.objectContaining({ code }));
    }
  });
});

describe(`streams, ${STREAMS.length} of them`, () => {
  test.each(COMPLETE)('%s is relayed byte for byte, split at borders and in 200 other places', (_name, text) => {
    const bytes = Buffer.from(text);
    const whole = relay([bytes]);
    expect(whole.text).toBe(text);
    for (const at of chooseSplits(Array.from(text.split(/(?<=\n\n)/), (event) => Buffer.from(event)))) {
      const { text: relayed, usage } = relay([bytes.subarray(0, at), bytes.subarray(at)]);
      if (relayed !== text) throw new Error(`differs when split at byte ${at}`);
      if (JSON.stringify(usage) !== JSON.stringify(whole.usage)) throw new Error(`other usage, split at byte ${at}`);
    }
  });

  test.each(COMPLETE)('%s has the usage that the chat translation reads', (_name, text) => {
    const chat = ANTHROPIC.endpoints.chat?.startStream(FACTS);
    chat?.push(Buffer.from(text), () => {});
    expect(relay([Buffer.from(text)]).usage).toEqual(chat?.usage());
    expect(chat?.usage()).toBeDefined();
  });

  test.each(COMPLETE)('%s fails when it is cut after any event before its ending', (_name, text) => {
    const events = text.split(/(?<=\n\n)/);
    for (let count = 0; count < events.length - 1; count++) {
      expect(() => relay([Buffer.from(events.slice(0, count).join(''))])).toThrow(
        expect.objectContaining({ code: 'provider_error' }),
      );
    }
  });

  test.each(COMPLETE)('%s is whole without its last event, which is added', (_name, text) => {
    const events = text.split(/(?<=\n\n)/);
    const relayed = relay([Buffer.from(events.slice(0, -1).join(''))]).events;
    expect(relayed.map(([sent]) => sent?.type).at(-1)).toBe('message_stop');
    expect(relayed).toHaveLength(events.length);
  });

  test.each(COMPLETE)('%s: every event is one emission, and the first has a chunk', (_name, text) => {
    const { events } = relay([Buffer.from(text)]);
    expect(events.map(([, raw]) => raw)).toEqual(text.split(/(?<=\n\n)/));
    expect(events[0]?.[0]).toMatchObject({ type: 'message_start' });
  });

  test('deltas are not parsed', () => {
    const parse = jest.spyOn(JSON, 'parse');
    const start =
      'event: message_start\ndata: {"type":"message_start","message":{"usage":{}}}\n\n' +
      'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1}}\n\n';
    const delta =
      'event: content_block_delta\ndata: {"type":"content_block_delta","delta":{"text":"message_stop"}}\n\n';
    const stop = 'event: message_stop\ndata: {"type":"message_stop"}\n\n';
    expect(relay([Buffer.from(start + delta.repeat(100) + stop)]).events).toHaveLength(103);
    expect(parse).toHaveBeenCalledTimes(3);
    parse.mockRestore();
  });

  test('a delta that breaks off fails all the same: a client must never take a stream with a hole for a whole one', () => {
    const broken = 'event: content_block_delta\ndata: {"type":"content_block_delta","ind\n\n';
    const stop = 'event: message_stop\ndata: {"type":"message_stop"}\n\n';
    expect(() => relay([Buffer.from(broken + stop)])).toThrow(ProviderFailure);
  });

  test('events without names, comments and CRLF are read as well, and get the names by which clients tell them apart', () => {
    const text =
      ': hello\r\n\r\ndata: {"type":"message_start","message":{"usage":{"input_tokens":3,"output_tokens":1}}}\r\n\r\n' +
      'data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},\r\ndata: "usage":{"output_tokens":9,"input_tokens":null}}\r\n\r\n' +
      'event: newer\r\ndata: {"type":"newer"}\r\n\r\ndata:{"type":"message_stop"}\r\n\r\n';
    const { events, usage } = relay([Buffer.from(text)]);
    expect(events.map(([event, raw]) => [event?.type, raw?.slice(0, 12)])).toEqual([
      [undefined, ': hello\r\n\r\n'],
      ['message_start', undefined],
      ['message_delta', undefined],
      ['newer', 'event: newer'],
      ['message_stop', undefined],
    ]);
    expect(usage).toEqual({ prompt_tokens: 3, completion_tokens: 9, total_tokens: 12 });
  });

  const event = (value: { type: string }) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
  const START = event({
    type: 'message_start',
    message: {
      ...{
        id: 'm',
        type: 'message',
        role: 'assistant',
        model: 'c',
        content: [],
        stop_reason: null,
        stop_sequence: null,
      },
      usage: { input_tokens: 3, output_tokens: 1 },
    },
  } as { type: string });
  const block = (content_block: object, index = 0) =>
    event({ type: 'content_block_start', index, content_block } as { type: string }) +
    event({ type: 'content_block_stop', index } as { type: string });
  const delta = (stop_reason: string) =>
    event({ type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 2 } } as {
      type: string;
    });
  const STOP = event({ type: 'message_stop' });
  const endings = (text: string) =>
    relay([Buffer.from(text)]).events.flatMap(([sent]) =>
      sent?.type === 'message_delta' ? [(sent.delta as { stop_reason: string }).stop_reason] : [],
    );

  test('a stream of the provider itself is relayed byte for byte', () => {
    const call = block({ type: 'tool_use', id: 'a', name: 'f', input: {} });
    const text = START + block({ type: 'text', text: '' }) + call + delta('tool_use') + STOP;
    expect(relay([Buffer.from(text)]).text).toBe(text);
  });

  test.each([
    ['a turn of calls without any', block({ type: 'text', text: '' }) + delta('tool_use'), 'end_turn'],
    ['a reason of another dialect', block({ type: 'text', text: '' }) + delta('length'), 'max_tokens'],
    ['no message_delta', block({ type: 'text', text: '' }), 'end_turn'],
    ['no message_delta after a call', block({ type: 'tool_use', id: 'a', name: 'f', input: {} }), 'tool_use'],
    ['a reason that the format may get', delta('newer_reason'), 'newer_reason'],
  ])('%s ends in the words of the format', (_name, text, reason) => {
    expect(endings(START + text + STOP)).toEqual([reason]);
  });

  test.each([
    ['nothing in it', START + STOP],
    ['a call without a name', START + block({ type: 'tool_use', id: 'a', name: '' }) + STOP],
    ['a reason that is an error', START + delta('abort') + STOP],
    ['an error in another shape', START + event({ type: 'server_error', message: 'x' } as { type: string }) + STOP],
    ['an error without a type', `${START}data: {"detail":"boom"}\n\n${STOP}`],
    ['no start', block({ type: 'text', text: '' }) + delta('end_turn') + STOP],
  ])('a stream with %s fails', (_name, text) => {
    expect(() => relay([Buffer.from(text)])).toThrow(ProviderFailure);
  });

  test('calls whose provider repeats an id get one each, and what others leave out is filled in', () => {
    const bare = event({ type: 'message_start', message: { role: 'assistant' } } as { type: string });
    const calls =
      block({ type: 'tool_use', id: 'a', name: 'f' }) +
      block({ type: 'tool_use', id: 'a', name: 'f', input: '{"b":1}' }, 1);
    const { events } = relay([Buffer.from(bare + calls + delta('tool_use') + STOP)]);
    const blocks = events.flatMap(([sent]) => (sent?.type === 'content_block_start' ? [sent.content_block] : []));
    expect(blocks).toEqual([
      { type: 'tool_use', id: 'a', name: 'f', input: {} },
      { type: 'tool_use', id: 'a_2', name: 'f', input: { b: 1 } },
    ]);
    expect(events[0]?.[0]?.message).toMatchObject({
      ...{ type: 'message', role: 'assistant', content: [], stop_reason: null, stop_sequence: null },
      usage: { input_tokens: 0, output_tokens: 0 },
    });
  });

  test.each([
    ['overloaded_error', 'provider_error'],
    ['rate_limit_error', 'provider_rate_limited'],
    ['invalid_request_error', 'provider_rejected_request'],
  ])('an error event %s fails with %s', (type, code) => {
    const text = `event: error\ndata: {"type":"error","error":{"type":"${type}","message":"m"}}\n\n`;
    expect(() => relay([Buffer.from(text)])).toThrow(expect.objectContaining({ code }));
  });

  test('an event that is no JSON object fails', () => {
    expect(() => relay([Buffer.from('event: message_start\ndata: <html>\n\n')])).toThrow(ProviderFailure);
  });
});
