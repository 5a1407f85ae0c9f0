// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/src/endpoints/messages/messages-answers.spec.ts.

import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { ChatChunk, ChatCompletion, ProviderKind } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import {
  ALL_MANIFESTS,
  type DecodeFacts,
  EitherForm,
  getAdapter,
  ProviderFailure,
  type StreamTranslator,
  toGatewayError,
} from '@multilane/providers';
import {
  CHAT_CHUNK,
  CHAT_COMPLETION,
  decodeMessage,
  type Exchange,
  encodeMessage,
  listCaseNames,
  listExchanges,
  MESSAGE,
  MESSAGE_EVENT,
  mutateEvents,
  mutateJson,
  PROJECT_ROOT,
  RESPONSE,
  RESPONSE_EVENT,
  seededChance,
  TEXT_COMPLETION,
} from '@multilane/testing';
import { SHARED_FIXTURES } from '@multilane/testing/shared-fixtures';
import { COMPLETIONS } from './completions/completions.endpoint.js';
import type { AnswerFacts, EndpointDescriptor, StreamWriter } from './descriptor.js';
import { MESSAGES } from './messages/messages.endpoint.js';
import { NativeStreamWriter } from './messages/native-stream-writer.js';
import { RESPONSES } from './responses/responses.endpoint.js';

/** Number of mutations of each recorded answer. More takes longer: MULTILANE_MUTATIONS=200 runs for some minutes. */
const MUTATIONS = Number(process.env.MULTILANE_MUTATIONS ?? 6);

/** The kinds of recorded cases whose folders are not named after a kind. */
const RECORDED_KINDS: readonly (readonly [cases: RegExp, kind: ProviderKind])[] = [
  [/^openai-chat\//, 'openai'],
  [/^openai-compatible\/deepseek/, 'deepseek'],
  [/^gemini\/openai-compat/, 'openai-compatible'],
];
const NO_CHAT =
  /embeddings|rerank|completions\/|sigv4|eventstream|media|realtime|^speech|responses|^decision|tokenizer/;

const KINDS: ReadonlySet<string> = new Set(ALL_MANIFESTS.map(({ kind }) => kind));
const OWN = join(PROJECT_ROOT, 'libs/providers/fixtures');

function list(root: string): Exchange[] {
  return listCaseNames(root)
    .filter((name) => !NO_CHAT.test(name))
    .flatMap((name) => listExchanges(root, name));
}
const kindOf = ({ folder, name }: Exchange) =>
  RECORDED_KINDS.find(([cases]) => cases.test(name))?.[1] ?? (folder as ProviderKind);
const EXCHANGES = [...list(OWN), ...list(SHARED_FIXTURES)].filter((each) => KINDS.has(kindOf(each)));
const WHOLE = EXCHANGES.filter(({ response }) => response !== undefined);
const STREAMED = EXCHANGES.filter((each) => each.stream !== undefined && kindOf(each) !== 'bedrock');
/** Frames of Bedrock have checksums: `translate-stream.spec.ts` of its folder breaks those, and here their payloads are mutated. */
const FRAMED = EXCHANGES.filter((each) => each.stream !== undefined && kindOf(each) === 'bedrock');

const factsOf = (kind: ProviderKind, includeUsage = true): DecodeFacts => ({
  ...{ kind, idSeed: 'seed', created: 7, model: 'up', includeUsage },
  request: { messages: [{ role: 'assistant', tool_calls: [{ id: 'call_1' }] }] },
});
const answerFacts: AnswerFacts = { requestId: 'r', idSeed: 'seed', created: 7, clock: () => 8, model: 'm' };
const REQUESTS = {
  completions: { model: 'm', prompt: 'x' },
  messages: { model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'x' }] },
  responses: { model: 'm', input: 'x' },
};
const BRIDGED = [
  ['completions', COMPLETIONS, TEXT_COMPLETION, TEXT_COMPLETION],
  ['messages', MESSAGES, MESSAGE, MESSAGE_EVENT],
  ['responses', RESPONSES, RESPONSE, RESPONSE_EVENT],
] as const;

/** The result, or the failure that the provider is to blame for; anything else that is thrown is a fault of ours. */
function attempt<Result>(run: () => Result): Result | ProviderFailure {
  try {
    return run();
  } catch (error) {
    if (error instanceof ProviderFailure) return error;
    if (error instanceof GatewayError && error.code === 'provider_error') return new ProviderFailure('provider_error');
    throw error;
  }
}

/** Finds the faults in a whole answer for clients of each format. */
function judgeWhole(kind: ProviderKind, body: unknown): string[] {
  const decoded = attempt(() => getAdapter(kind)?.endpoints.chat?.decode([body], factsOf(kind)));
  if (decoded === undefined || decoded instanceof ProviderFailure) return [];
  // A relayed answer has the provider's own words.
  const response = decoded.verbatim ? (body as ChatCompletion) : decoded.response;
  const faults = CHAT_COMPLETION(JSON.parse(JSON.stringify(response)), 'chat');
  for (const { message } of response.choices) {
    const ids = message.tool_calls?.map(({ id }) => id) ?? [];
    if (new Set(ids).size < ids.length || ids.includes('call_1')) faults.push('chat: ids of calls');
  }
  for (const [name, { bridge }, whole] of BRIDGED) {
    const answer = attempt(() => bridge?.fromChat(decoded.response, REQUESTS[name] as never, answerFacts));
    if (!(answer instanceof ProviderFailure)) faults.push(...whole(JSON.parse(JSON.stringify(answer)), name));
  }
  return faults;
}

/** The events of one format, as a client reads them. */
class Client {
  text = '';
  private sequence = 0;

  constructor(
    private readonly name: string,
    private readonly writer: StreamWriter<never>,
    private readonly check: (value: unknown, path: string) => string[],
  ) {}

  take(chunk: object | undefined, raw: string | undefined): void {
    this.text += this.writer.write(chunk as never, raw);
  }

  end(failure: ProviderFailure | undefined): void {
    this.text += failure === undefined ? this.writer.end() : this.writer.fail(toGatewayError(failure));
  }

  judge(failed: boolean): string[] {
    const faults: string[] = [];
    if (this.text.includes('secret words')) faults.push(`${this.name}: the provider's words`);
    if (failed && /\[DONE\]|"message_stop"|response\.completed/.test(this.text))
      faults.push(`${this.name}: a good end`);
    for (const event of this.text.split(/\r?\n\r?\n/)) {
      const data = /^data: ?(.*)$/m.exec(event)?.[1];
      if (data === undefined || data === '[DONE]') continue;
      const value = JSON.parse(data) as { error?: unknown; sequence_number?: number };
      if (value.error !== undefined && !('type' in value && 'sequence_number' in value)) continue;
      faults.push(...this.check(value, this.name));
      if (this.name === 'responses' && value.sequence_number !== this.sequence++) faults.push('responses: sequence');
    }
    return faults;
  }
}

const CHAT_WRITER = {
  write: (chunk: unknown, raw: string | undefined) => raw ?? `data: ${JSON.stringify(chunk)}\n\n`,
  end: () => 'data: [DONE]\n\n',
  fail: (error: GatewayError) => `data: ${JSON.stringify({ error: { code: error.code } })}\n\n`,
};

function startClients(): Client[] {
  const bridged = BRIDGED.map(([name, { bridge }, , event]) => {
    const writer = (bridge as EndpointDescriptor['bridge'])?.startStream?.(REQUESTS[name] as never, answerFacts);
    return new Client(name, writer as StreamWriter<never>, event);
  });
  return [new Client('chat', CHAT_WRITER as StreamWriter<never>, CHAT_CHUNK), ...bridged];
}

/** Runs a stream; undefined if it is complete. */
function run(
  translator: StreamTranslator<object>,
  sent: string | Buffer,
  clients: readonly Client[],
  chunks: ChatChunk[],
) {
  const emit = (chunk: object | undefined, raw: string | undefined): void => {
    if (chunk !== undefined) chunks.push(structuredClone(chunk) as ChatChunk);
    for (const client of clients) client.take(chunk, raw);
  };
  const outcome = attempt(() => {
    translator.push(typeof sent === 'string' ? Buffer.from(sent) : sent, emit);
    translator.end(emit);
  });
  const failure = outcome instanceof ProviderFailure ? outcome : undefined;
  for (const client of clients) client.end(failure);
  return failure;
}

function judgeStream(kind: ProviderKind, sent: string | Buffer, includeUsage: boolean): string[] {
  const codec = getAdapter(kind)?.endpoints.chat;
  if (codec === undefined) return [];
  const facts = factsOf(kind, includeUsage);
  const translator = new EitherForm(codec.startStream(facts), codec, facts, includeUsage);
  const clients = startClients();
  const chunks: ChatChunk[] = [];
  const failure = run(translator, sent, clients, chunks);
  const faults = clients.flatMap((client) => client.judge(failure !== undefined));
  return failure === undefined ? [...faults, ...judgeEndings(chunks)] : faults;
}

/** Checks that each choice of a whole stream ends once, and in calls if it has some. */
function judgeEndings(chunks: readonly ChatChunk[]): string[] {
  const parts = chunks.flatMap(({ choices }) => choices);
  const indexes = new Set(parts.map(({ index }) => index));
  if (indexes.size === 0) return ['a stream without a choice'];
  return [...indexes].flatMap((index) => {
    const own = parts.filter((part) => part.index === index);
    const reasons = own.flatMap(({ finish_reason: reason }) => reason ?? []);
    const last = own.findIndex(({ finish_reason: reason }) => typeof reason === 'string');
    const hasCalls = own.slice(0, last + 1).some(({ delta }) => (delta.tool_calls?.length ?? 0) > 0);
    if (reasons.length !== 1) return [`choice ${index} ends ${reasons.length} times`];
    return (reasons[0] === 'tool_calls' && !hasCalls) || (reasons[0] === 'stop' && hasCalls)
      ? [`choice ${index} ends in ${reasons[0]}`]
      : [];
  });
}

const seedOf = (name: string, count: number) =>
  [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), Math.imul(count + 1, 0x9e3779b1)) | 0;

// docs/contract/chat.md#response, docs/contract/streaming.md#completeness
describe('mutated answers of providers are valid in each client format, or failures', () => {
  test('the recorded answers themselves are valid', () => {
    expect(WHOLE.length).toBeGreaterThan(20);
    expect(STREAMED.length).toBeGreaterThan(20);
    const faults = [
      ...WHOLE.flatMap((each) =>
        judgeWhole(kindOf(each), parse(each.response)).map((fault) => `${each.name}: ${fault}`),
      ),
      ...STREAMED.flatMap((each) =>
        judgeStream(kindOf(each), textsOf(each).join(''), true).map((fault) => `${each.name}: ${fault}`),
      ),
      ...FRAMED.flatMap((each) =>
        judgeStream('bedrock', Buffer.concat(each.stream ?? []), true).map((fault) => `${each.name}: ${fault}`),
      ),
    ];
    expect(faults).toEqual([]);
  });

  test('whole answers', () => {
    const faults: string[] = [];
    for (const each of WHOLE) {
      for (let count = 0; count < MUTATIONS; count++) {
        const chance = seededChance(seedOf(each.name, count));
        let body = mutateJson(parse(each.response), chance);
        if (chance() < 0.3) body = mutateJson(body, chance);
        collect(faults, `${each.name} #${count}`, () => judgeWhole(kindOf(each), body), body);
      }
    }
    expect(faults).toEqual([]);
  });

  test('streams', () => {
    const faults: string[] = [];
    for (const each of STREAMED) {
      for (let count = 0; count < MUTATIONS; count++) {
        const chance = seededChance(seedOf(each.name, count));
        let { events, what } = mutateEvents(textsOf(each), chance);
        if (chance() < 0.3) ({ events, what } = mutateEvents(events, chance));
        const name = `${each.name} #${count} ${what}`;
        collect(faults, name, () => judgeStream(kindOf(each), events.join(''), chance() < 0.5), events);
      }
    }
    expect(faults).toEqual([]);
  });

  test('streams of frames', () => {
    const faults: string[] = [];
    expect(FRAMED.length).toBeGreaterThan(2);
    for (const each of FRAMED) {
      const frames = each.stream ?? [];
      const payloads = frames.map((frame, index) => `${index} ${decodeMessage(frame)?.payload.toString('utf8')}`);
      // They are few.
      for (let count = 0; count < 5 * MUTATIONS; count++) {
        const chance = seededChance(seedOf(each.name, count));
        let { events, what } = mutateEvents(payloads, chance);
        if (chance() < 0.3) ({ events, what } = mutateEvents(events, chance));
        const sent = Buffer.concat(events.map((event) => frameOf(event, frames)));
        const name = `${each.name} #${count} ${what}`;
        collect(faults, name, () => judgeStream('bedrock', sent, chance() < 0.5), events);
      }
    }
    expect(faults).toEqual([]);
  });

  test('streams of the messages format that are relayed', () => {
    const faults: string[] = [];
    const codec = getAdapter('anthropic')?.endpoints.messages;
    if (codec === undefined) throw new Error('anthropic speaks the messages format');
    for (const each of STREAMED.filter((one) => kindOf(one) === 'anthropic')) {
      for (let count = 0; count < MUTATIONS; count++) {
        const chance = seededChance(seedOf(each.name, count));
        // Deltas are relayed unread: what they hold is between the provider and its client.
        const isRead = (event: string) => !/content_block_delta|content_block_stop|event: ping/.test(event);
        const before = textsOf(each);
        const { events, what } = mutateEvents(before, chance);
        if (what.startsWith('inside') && !isRead(before[Number(what.split(' ')[1])] ?? '')) continue;
        const client = new Client(
          'messages',
          new NativeStreamWriter(answerFacts) as StreamWriter<never>,
          MESSAGE_EVENT,
        );
        collect(
          faults,
          `${each.name} #${count} ${what}`,
          () => client.judge(run(codec.startStream(factsOf('anthropic')), events.join(''), [client], []) !== undefined),
          events,
        );
      }
    }
    expect(faults).toEqual([]);
  });
});

/** The frame of a payload, with the headers of the one whose number it begins with, else of the first. */
function frameOf(event: string, frames: readonly Buffer[]): Buffer {
  const [, number = '0', payload = event] = /^(\d+) (.*)$/s.exec(event) ?? [];
  const { headers = {} } = decodeMessage(frames[Number(number)] ?? Buffer.alloc(0)) ?? {};
  return encodeMessage({ headers, payload: Buffer.from(payload) });
}

/** Notes what is wrong, the first of it with what the provider sent. */
function collect(faults: string[], name: string, judge: () => string[], sent: unknown): void {
  let found: string[];
  try {
    found = judge();
  } catch (error) {
    found = [error instanceof Error ? `${error.message} ${error.stack?.split('\n')[1] ?? ''}` : String(error)];
  }
  if (found.length === 0) return;
  const shown = faults.length === 0 ? ` ${JSON.stringify(sent).slice(0, 1_500)}` : '';
  faults.push(`${name}: ${found.slice(0, 3).join(', ')}${shown}`);
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return text;
  }
}

function textsOf({ stream }: Exchange): string[] {
  return (stream ?? []).map((event) => event.toString('utf8'));
}
