import { describe, expect, it } from '@jest/globals';
import { type AnyRequest, type ChatRequest, inOutline } from '@multilane/contracts';
import { type Codec, getAdapter, listAdapterKinds, type ProviderTarget, UNNAMED_LOSSES } from '@multilane/providers';
import { JsonMeter, parseJsonBody, parseOutlined, REQUEST_LIMITS, sourceOf, TextScanner } from '@multilane/validation';
import { CHAT } from '../endpoints/chat/chat.endpoint.js';
import type { EndpointDescriptor } from '../endpoints/descriptor.js';
import { COUNT_TOKENS } from '../endpoints/messages/count-tokens.endpoint.js';
import { MESSAGES } from '../endpoints/messages/messages.endpoint.js';
import { expectUsage } from '../pipeline/expect-usage.js';
import { measureRequest } from './count-usage.js';
import { maskQuotes } from './mask-quotes.js';

const LONG = 'The café has "quotes" and\nlines. 🙂 '.repeat(100);

const call = { id: 'call_1', type: 'function', function: { name: 'read', arguments: JSON.stringify({ path: LONG }) } };

const MESSAGES_OF_CHAT = [
  { role: 'system', content: LONG },
  {
    role: 'user',
    content: [
      { type: 'text', text: LONG },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(2_000)}` } },
      { type: 'file', file: { file_id: 'file-1' } },
    ],
  },
  { role: 'assistant', content: null, reasoning_content: LONG, tool_calls: [call] },
  { role: 'tool', tool_call_id: 'call_1', content: LONG },
  { role: 'user', content: 'short', name: 'ada' },
];

const NATIVE_MESSAGES = [
  {
    role: 'user',
    content: [
      { type: 'text', text: LONG },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(2_000) } },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: LONG } },
      { type: 'document', source: { type: 'file', file_id: 'file-1' } },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: LONG, signature: 's'.repeat(600) },
      { type: 'tool_use', id: 'call_1', name: 'read', input: { path: LONG, content: LONG } },
    ],
  },
  {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'call_1', content: [{ type: 'text', text: LONG }] }],
  },
  { role: 'assistant', content: LONG },
];

const ENDPOINTS = [
  { endpoint: CHAT, messages: MESSAGES_OF_CHAT },
  { endpoint: MESSAGES, messages: NATIVE_MESSAGES },
  { endpoint: COUNT_TOKENS, messages: NATIVE_MESSAGES },
] as unknown as readonly { endpoint: EndpointDescriptor; messages: object[] }[];

const write = (messages: readonly object[]): string =>
  JSON.stringify({ model: 'm', messages, max_tokens: 100, temperature: 0.5 });

function readOutlined(text: string): AnyRequest {
  const bytes = Buffer.from(text);
  const meter = new JsonMeter(REQUEST_LIMITS);
  meter.readWhole(bytes, TextScanner.create() as TextScanner);
  return parseOutlined(bytes, meter) as AnyRequest;
}

const isUnread = (body: object): boolean => Object.getOwnPropertyDescriptor(body, 'messages')?.get !== undefined;

const validate = (body: unknown): ChatRequest => CHAT.validate(body, {}, undefined, {});

describe('the texts of a long chat', () => {
  it.each(ENDPOINTS)(
    'are read by nothing that each request to $endpoint.name passes through, which finds what it would in the texts',
    ({ endpoint, messages }) => {
      const outlined = readOutlined(write(messages));
      const parsed = parseJsonBody(Buffer.from(write(messages))) as AnyRequest;
      expect(inOutline(() => endpoint.validate(outlined, {}, undefined, {}))).toBe(outlined);
      expect(inOutline(() => endpoint.findReferences?.(outlined))).toEqual(endpoint.findReferences?.(parsed));
      expect(endpoint.findReferences?.(parsed)).toHaveLength(1);
      expect(measureRequest(outlined)).toEqual(measureRequest(parsed));
      const usageOf = (request: AnyRequest) => expectUsage({ format: endpoint.format, request } as never);
      expect(usageOf(outlined)).toEqual(usageOf(parsed));
      expect(isUnread(outlined)).toBe(true);
      expect(outlined).toEqual(parsed);
    },
  );

  it.each([
    ['an unknown role', { role: 'other', content: LONG }],
    ['a part that nobody knows', { role: 'user', content: [{ type: 'other', text: LONG }] }],
    ['a name in other case', { role: 'user', Content: '', content: LONG }],
    ['an answer to no call', { role: 'tool', tool_call_id: 'other', content: LONG }],
    ['an empty address of an image', { role: 'user', content: [{ type: 'image_url', image_url: { url: '' } }] }],
    ['a name that is no text', { role: 'user', content: LONG, name: 7 }],
  ])('do not hide %s', (_what, wrong) => {
    const text = write([...MESSAGES_OF_CHAT, wrong]);
    const refusalOf = (check: () => unknown): unknown => {
      try {
        return check();
      } catch (error) {
        return { ...(error as object), message: (error as Error).message };
      }
    };
    const expected = refusalOf(() => validate(parseJsonBody(Buffer.from(text))));
    expect(expected).toMatchObject({ status: 400 });
    expect(refusalOf(() => inOutline(() => validate(readOutlined(text))))).toEqual(expected);
  });

  const composers = ENDPOINTS.flatMap(({ endpoint: { format, name }, messages }) =>
    listAdapterKinds().flatMap((kind) => {
      const codec = format && getAdapter(kind)?.endpoints[format.key];
      return codec?.compose ? [{ name, kind, codec: codec as Codec<AnyRequest, unknown>, messages }] : [];
    }),
  );

  it.each(composers)(
    'of $name reach $kind as they were written, or are read to be written anew',
    ({ codec, kind, messages: given }) => {
      const target = {
        kind,
        upstreamModel: 'upstream',
        baseUrl: 'https://example.test',
        headers: {},
      } as ProviderTarget;
      const signed = { type: 'thinking', thinking: LONG, signature: 'multilane:1:e30' };
      for (const messages of [
        given,
        [{ role: 'assistant', content: [signed] }],
        [{ role: 'developer', content: LONG }],
        [{ role: 'user', content: LONG }],
      ]) {
        const text = write(messages);
        const body = readOutlined(text);
        const compose = () => codec.compose?.(body, target, UNNAMED_LOSSES) ?? body;
        const pieces = inOutline(() => sourceOf(body)?.write(compose()));
        expect(isUnread(body)).toBe(true);
        const [encoded = ''] = codec.encode(parseJsonBody(Buffer.from(text)) as AnyRequest, target, UNNAMED_LOSSES);
        if (pieces !== undefined) expect(JSON.parse(Buffer.concat(pieces).toString())).toEqual(JSON.parse(encoded));
        expect(codec.encode(body, target, UNNAMED_LOSSES)).toEqual([encoded]);
      }
    },
  );

  it.each([
    ['are not parsed for the log of a failure if they are too long to be looked through', 40, true],
    ['are looked through for the log of a failure otherwise', 1, false],
  ])('%s', (_what, times, stays) => {
    const request = readOutlined(write([{ role: 'user', content: LONG.repeat(times) }]));
    expect(maskQuotes('quotes is busy', request)).toBe(stays ? '… is …' : '… is busy');
    expect(isUnread(request)).toBe(stays);
  });
});
