import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ChatChunk, ChatRequest, ToolCall, ToolCallDelta } from '@multilane/contracts';
import { EventStreamCodec } from '@smithy/eventstream-codec';
import type { ChatCodec, DecodeFacts, ProviderTarget } from '../adapter.js';
import { ProviderFailure } from '../provider-failure.js';
import { BEDROCK } from './adapter.js';

/** The project's own cases are always there; recorded ones may lie beside the project. */
const OWN = join(import.meta.dirname, '../../fixtures/bedrock');
const RECORDED = join(import.meta.dirname, '../../../../../shared/fixtures/bedrock');

const MODEL = 'us.anthropic.claude-own-v1:0';
const FACTS: DecodeFacts = {
  kind: 'bedrock',
  idSeed: 'seed',
  created: 1_700_000_000,
  model: MODEL,
  includeUsage: false,
};
const TARGET: ProviderTarget = {
  kind: 'bedrock',
  upstreamModel: MODEL,
  baseUrl: '',
  headers: {},
  region: 'us-east-1',
};
const CODEC = BEDROCK.endpoints.chat as ChatCodec;

interface RecordedAnswer {
  readonly content?: string;
  readonly reasoning?: string;
  readonly details?: readonly string[];
  readonly calls?: readonly (readonly [id: string, name: string, args: string])[];
  readonly finish_reason: string;
  readonly usage: readonly [prompt: number, completion: number, cached?: number];
}

/** What each recorded exchange must become, in short. */
const RECORDED_ANSWERS: Readonly<Record<string, RecordedAnswer>> = JSON.parse(
  readFileSync(join(OWN, 'recorded-answers.json'), 'utf8'),
);
const RECORDED_FAILURES: Readonly<Record<string, Exchange['failure']>> = {
  'error-400-model': { status: 400, code: 'provider_rejected_request' },
};
/** Folders that hold no chat; specs of their own read them. */
const NOT_CHAT: ReadonlySet<string> = new Set(['embeddings-titan-v2', 'sigv4-vectors']);

interface Exchange {
  readonly name: string;
  readonly chat: ChatRequest | undefined;
  readonly request: unknown;
  readonly response: unknown;
  /** The messages of a streamed answer, one a piece. */
  readonly stream: readonly Buffer[] | undefined;
  readonly answer: object | undefined;
  readonly failure: { code: string; status?: number } | undefined;
}

function loadExchanges(root: string): Exchange[] {
  if (!existsSync(root)) return [];
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .filter(({ name }) => !NOT_CHAT.has(name))
    .flatMap(({ name }) => ['', '.0', '.1'].flatMap((turn) => loadTurn(root, name, turn)));
}

/** A case has one turn (`response.json`) or several (`response.0.json`, …), answered whole or streamed. */
function loadTurn(root: string, folder: string, turn: string): Exchange[] {
  const read = (file: string) => {
    const path = join(root, folder, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
  const parse = (text: string | undefined) => (text === undefined ? undefined : JSON.parse(text));
  const name = `${folder}${turn}`;
  const bytes = read(`stream${turn}.b64`);
  const events = read(`stream${turn}.jsonl`)?.trim().split('\n').map(encodeEvent);
  const exchange = {
    chat: parse(read('chat.json')),
    request: parse(read(`request${turn}.json`)),
    failure: parse(read('failure.json')) ?? RECORDED_FAILURES[name],
  };
  const answerOf = (form: string) => parse(read('completion.json')) ?? toAnswer(RECORDED_ANSWERS[`${name}${form}`]);
  const response = parse(read(`response${turn}.json`));
  const stream = events ?? (bytes === undefined ? undefined : cutMessages(Buffer.from(bytes, 'base64')));
  return [
    { ...exchange, name, response, stream: undefined, answer: answerOf('') },
    { ...exchange, name: `${name}#stream`, response: undefined, answer: answerOf('#stream'), stream },
  ].filter((form) => form.response !== undefined || form.stream !== undefined);
}

const EVENT_CODEC = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString('utf8'),
  (text) => Buffer.from(text),
);

/** The project's own streams are written as lines of `{headers, payload}`. */
function encodeEvent(line: string): Buffer {
  const { headers, payload } = JSON.parse(line) as { headers: Record<string, string>; payload: object };
  const texts = Object.entries(headers).map(([name, value]) => [name, { type: 'string', value }] as const);
  const body = Buffer.from(JSON.stringify(payload));
  return Buffer.from(EVENT_CODEC.encode({ headers: Object.fromEntries(texts), body }));
}

function cutMessages(bytes: Buffer): Buffer[] {
  const messages: Buffer[] = [];
  for (let rest = bytes; rest.length > 0; rest = rest.subarray(rest.readUInt32BE(0))) {
    messages.push(rest.subarray(0, rest.readUInt32BE(0)));
  }
  return messages;
}

/** What an expected answer in short says: patterns of the texts, and the counts. */
function toAnswer(row: RecordedAnswer | undefined): object | undefined {
  if (row === undefined) return undefined;
  const match = (pattern: string | undefined) => (pattern === undefined ? null : expect.stringMatching(pattern));
  const [prompt_tokens, completion_tokens, cached_tokens] = row.usage;
  return {
    id: 'chatcmpl-seed',
    model: MODEL,
    message: {
      content: match(row.content),
      ...(row.reasoning === undefined ? {} : { reasoning_content: match(row.reasoning) }),
      ...(row.details === undefined
        ? {}
        : { reasoning_details: row.details.map((type, index) => expect.objectContaining({ type, index })) }),
      ...(row.calls === undefined
        ? {}
        : { tool_calls: row.calls.map(([id, name, text]) => ({ id, function: { name, arguments: match(text) } })) }),
    },
    finish_reason: row.finish_reason,
    usage: {
      prompt_tokens,
      completion_tokens,
      total_tokens: prompt_tokens + completion_tokens,
      ...(cached_tokens === undefined ? {} : { prompt_tokens_details: { cached_tokens } }),
    },
  };
}

const EXCHANGES = [...loadExchanges(OWN), ...loadExchanges(RECORDED)];
const byName = (exchanges: readonly Exchange[]) => exchanges.map((exchange) => [exchange.name, exchange] as const);
const REQUESTED = EXCHANGES.filter(({ chat }) => chat !== undefined);
const FAILED = EXCHANGES.filter(({ failure }) => failure !== undefined);
const ANSWERED = EXCHANGES.filter(({ response, failure }) => response !== undefined && failure === undefined);
const STREAMED = EXCHANGES.filter(({ stream, failure }) => stream !== undefined && failure === undefined);

function translate(pieces: readonly Uint8Array[]): ChatChunk[] {
  const translator = CODEC.startStream(FACTS);
  const chunks: ChatChunk[] = [];
  const emit = (chunk: ChatChunk | undefined, raw: string | undefined) => {
    if (chunk === undefined || raw !== undefined) throw new Error('a native stream is told in chunks alone');
    chunks.push(chunk);
  };
  for (const piece of pieces) translator.push(piece, emit);
  translator.end(emit);
  expect(translator.usage() ?? null).toEqual(chunks.at(-1)?.usage);
  return chunks;
}

/** What a client makes of the chunks, in the form of the expected answers. */
function assemble(chunks: readonly ChatChunk[]) {
  const choices = chunks.flatMap((chunk) => chunk.choices);
  const deltas = choices.map(({ delta }) => delta);
  const join = (member: 'content' | 'reasoning_content') => deltas.map((delta) => delta[member] ?? '').join('');
  const details = deltas.flatMap((delta) => (delta.reasoning_details ?? []) as unknown[]);
  const calls = assembleCalls(deltas.flatMap((delta) => delta.tool_calls ?? []));
  const reasoning_content = join('reasoning_content');
  const message = {
    role: deltas[0]?.role,
    content: join('content') || null,
    ...(reasoning_content === '' ? {} : { reasoning_content }),
    ...(details.length === 0 ? {} : { reasoning_details: details }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  const { id, model } = chunks[0] ?? {};
  const finish_reason = choices.map((choice) => choice.finish_reason).find((reason) => typeof reason === 'string');
  return { id, model, message, finish_reason, usage: chunks.at(-1)?.usage };
}

function assembleCalls(fragments: readonly ToolCallDelta[]): ToolCall[] {
  const calls: ToolCall[] = [];
  for (const { index, id = '', function: called } of fragments) {
    const call = calls[index] ?? { id, type: 'function', function: { name: '', arguments: '' } };
    calls[index] = call;
    call.function.name += called?.name ?? '';
    call.function.arguments += called?.arguments ?? '';
  }
  return calls;
}

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(freeze);
    Object.freeze(value);
  }
  return value;
}

describe(`bedrock over ${EXCHANGES.length} exchanges, ${STREAMED.length} of them streams`, () => {
  test.each(byName(REQUESTED))('%s: translates the request and leaves it untouched', (_name, { chat, request }) => {
    const bodies = CODEC.encode(freeze(structuredClone(chat) as ChatRequest), TARGET);
    expect(bodies.map((body) => JSON.parse(body))).toEqual([request]);
  });

  test.each(byName(ANSWERED))('%s: decodes the answer', (_name, { response, answer }) => {
    const { response: completion, usage, verbatim } = CODEC.decode([freeze(structuredClone(response))], FACTS);
    expect(verbatim).toBe(false);
    expect(completion).toMatchObject({ object: 'chat.completion', created: FACTS.created });
    const [choice, ...others] = completion.choices;
    expect(others).toEqual([]);
    expect(choice).toMatchObject({ index: 0 });
    expect(completion.usage).toEqual(usage);
    const { id, model } = completion;
    const { message, finish_reason } = choice ?? {};
    expect(answer).toBeDefined();
    expect({ id, model, message, finish_reason, usage }).toMatchObject({ ...answer });
    for (const call of message?.tool_calls ?? []) expect(typeof JSON.parse(call.function.arguments)).toBe('object');
  });

  test.each(byName(FAILED))('%s: fails in our own terms', (_name, { response, stream, failure }) => {
    if (response !== undefined) {
      const mapped = BEDROCK.mapError(failure?.status ?? 0, JSON.stringify(response), {});
      expect(mapped).toMatchObject({ ...failure });
    }
    const run = () => (stream === undefined ? CODEC.decode([response], FACTS) : translate(stream));
    expect(run).toThrow(ProviderFailure);
    if (stream !== undefined) expect(run).toThrow(expect.objectContaining({ ...failure }));
  });

  describe.each(byName(STREAMED))('%s', (_name, { stream = [], answer }) => {
    const bytes = Buffer.concat(stream);
    let whole: ChatChunk[];
    beforeAll(() => {
      whole = translate([bytes]);
    });

    test('becomes the expected answer', () => {
      expect(answer).toBeDefined();
      const { message, ...rest } = assemble(whole);
      expect({ ...rest, message: { refusal: null, ...message } }).toMatchObject({ ...answer });
    });

    test('is the same when it is split in two at any byte, or comes byte by byte', () => {
      const text = JSON.stringify(whole);
      for (let at = 1; at < bytes.length; at++) {
        const chunks = translate([bytes.subarray(0, at), bytes.subarray(at)]);
        if (JSON.stringify(chunks) !== text) throw new Error(`differs when split at byte ${at}`);
      }
      expect(translate(Array.from(bytes, (_byte, at) => bytes.subarray(at, at + 1)))).toEqual(whole);
    }, 120_000);

    test('fails when it is cut anywhere before the end of messageStop, and nowhere after it', () => {
      const stop = stream.findIndex((message) => message.includes('messageStop'));
      let end = 0;
      for (const [index, message] of stream.entries()) {
        for (const at of [end, end + 1, end + message.length - 1]) {
          const run = () => translate([bytes.subarray(0, at)]);
          if (index <= stop) expect(run).toThrow(new ProviderFailure('provider_error'));
          else expect(run().at(-1)).toMatchObject({ choices: [], usage: null });
        }
        end += message.length;
      }
    });

    test('begins with the role, ends with the finish reason and then the usage, unasked', () => {
      expect(whole[0]?.choices[0]?.delta).toMatchObject({ role: 'assistant' });
      const reasons = whole.map(({ choices }) => choices[0]?.finish_reason ?? null);
      expect(reasons.findIndex((reason) => reason !== null)).toBe(whole.length - 2);
      expect(whole.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
      expect(new Set(whole.map(({ id, created, model }) => JSON.stringify([id, created, model]))).size).toBe(1);
    });

    test('names each tool call once, and its arguments make valid JSON', () => {
      const fragments = whole.flatMap(({ choices }) => choices.flatMap(({ delta }) => delta.tool_calls ?? []));
      for (const [index, call] of (assemble(whole).message.tool_calls ?? []).entries()) {
        const own = fragments.filter((fragment) => fragment.index === index);
        expect(own.map(({ id }) => id).filter(Boolean)).toHaveLength(1);
        expect(own[0]).toMatchObject({ id: call.id, type: 'function', function: { name: call.function.name } });
        expect(typeof JSON.parse(call.function.arguments)).toBe('object');
      }
    });
  });
});
