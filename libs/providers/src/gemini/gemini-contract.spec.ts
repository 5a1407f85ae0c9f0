import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ChatChoice, ChatChunk, ChatRequest, ToolCall } from '@multilane/contracts';
import type { ChatCodec, DecodeFacts, ProviderAdapter, ProviderTarget } from '../adapter.js';
import { ProviderFailure } from '../provider-failure.js';
import { VERTEX } from '../vertex/adapter.js';
import { GEMINI } from './adapter.js';

/** The project's own cases are always there; recorded ones may lie beside the project. */
const OWN = join(import.meta.dirname, '../../fixtures');
const RECORDED = join(import.meta.dirname, '../../../../../shared/fixtures');
/** Of another endpoint, and of the provider's wire-compatible address, which is of group R. */
const NOT_CHAT = /^gemini\/(?:embeddings|openai-compat)/;
const FACTS: DecodeFacts = {
  kind: 'gemini',
  idSeed: 'seed',
  created: 1_700_000_000,
  model: 'upstream-model',
  includeUsage: false,
};

interface RecordedAnswer {
  readonly id: string;
  readonly model: string;
  readonly content?: string;
  readonly calls?: readonly (readonly [name: string, args: string, signature?: string])[];
  readonly finish_reason: string;
  readonly usage?: readonly [prompt: number, completion: number, cached?: number, reasoning?: number];
}

/** What each recorded exchange must become, in short: patterns of the texts, and the counts. */
const RECORDED_ANSWERS: Readonly<Record<string, RecordedAnswer>> = JSON.parse(
  readFileSync(join(OWN, 'gemini/recorded-answers.json'), 'utf8'),
);
const RECORDED_FAILURES: Readonly<Record<string, Exchange['failure']>> = {
  'gemini/error-400-api-key': { status: 400, code: 'provider_error', retryable: false },
  'gemini/error-404-model': { status: 404, code: 'provider_rejected_request', retryable: false },
  'gemini/error-429-retry-info': { status: 429, code: 'provider_rate_limited', retryAfterSeconds: 35 },
  'gemini/stream-error-mid-stream': { code: 'provider_error' },
  'vertex/error-403-iam': { status: 403, code: 'provider_error', retryable: false },
};

interface Exchange {
  readonly name: string;
  readonly adapter: ProviderAdapter;
  readonly chat: ChatRequest | undefined;
  readonly request: unknown;
  readonly response: unknown;
  readonly stream: Buffer | undefined;
  readonly answer: object | undefined;
  readonly failure: { code: string; status?: number; retryable?: boolean; retryAfterSeconds?: number } | undefined;
}

function loadExchanges(root: string): Exchange[] {
  return [GEMINI, VERTEX].flatMap((adapter) => {
    const folder = join(root, adapter.kind);
    const names = existsSync(folder) ? readdirSync(folder).map((name) => `${adapter.kind}/${name}`) : [];
    const turns = names
      .filter((name) => !NOT_CHAT.test(name))
      .flatMap((name) => ['', '.0', '.1'].map((turn) => [name, turn]));
    return turns.flatMap(([name = '', turn = '']) => loadTurn(root, name, turn, adapter));
  });
}

/** A case has one turn (`response.json`) or several (`response.0.json`, …), answered whole, streamed, or both. */
function loadTurn(root: string, folder: string, turn: string, adapter: ProviderAdapter): Exchange[] {
  const read = (file: string) => {
    const path = join(root, folder, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
  const parse = (text: string | undefined) => (text === undefined ? undefined : JSON.parse(text));
  const name = `${folder}${turn}`;
  const answerOf = (key: string) => parse(read('completion.json')) ?? toAnswer(RECORDED_ANSWERS[key]);
  const exchange = {
    adapter,
    chat: parse(read('chat.json')),
    request: parse(read(`request${turn}.json`)),
    failure: parse(read('failure.json')) ?? RECORDED_FAILURES[name],
  };
  const response = parse(read(`response${turn}.json`));
  const text = read(`stream${turn}.txt`);
  const stream = text === undefined ? undefined : Buffer.from(text);
  return [
    { ...exchange, name, response, stream: undefined, answer: answerOf(name) },
    { ...exchange, name: `${name}#stream`, response: undefined, stream, answer: answerOf(`${name}#stream`) },
  ].filter((form) => form.response !== undefined || form.stream !== undefined);
}

function toAnswer(row: RecordedAnswer | undefined): object | undefined {
  if (row === undefined) return undefined;
  const [prompt_tokens, completion_tokens, cached_tokens, reasoning_tokens] = row.usage ?? [];
  const calls = row.calls?.map(([name, text, signature], index) => ({
    id: `call_seed_0_${index}`,
    type: 'function',
    function: { name, arguments: text },
    ...(signature && { extra_content: { google: { thought_signature: expect.stringMatching(signature) } } }),
  }));
  const content = row.content === undefined ? null : expect.stringMatching(row.content);
  const total_tokens = (prompt_tokens ?? 0) + (completion_tokens ?? 0);
  return {
    id: row.id,
    model: row.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, ...(calls && { tool_calls: calls }) },
        finish_reason: row.finish_reason,
      },
    ],
    usage: row.usage && {
      prompt_tokens,
      completion_tokens,
      total_tokens,
      ...(typeof cached_tokens === 'number' && { prompt_tokens_details: { cached_tokens } }),
      ...(typeof reasoning_tokens === 'number' && { completion_tokens_details: { reasoning_tokens } }),
    },
  };
}

const EXCHANGES = [...loadExchanges(OWN), ...loadExchanges(RECORDED)];
const byName = (exchanges: readonly Exchange[]) => exchanges.map((exchange) => [exchange.name, exchange] as const);
const REQUESTED = EXCHANGES.filter(({ chat }) => chat !== undefined);
const FAILED = EXCHANGES.filter(({ failure }) => failure !== undefined);
const ANSWERED = EXCHANGES.filter(({ response, failure }) => response !== undefined && failure === undefined);
const STREAMED = EXCHANGES.filter(({ stream, failure }) => stream !== undefined && failure === undefined);

const codecOf = ({ adapter }: { adapter: ProviderAdapter }) => adapter.endpoints.chat as ChatCodec;

function translate(exchange: { adapter: ProviderAdapter }, pieces: readonly Uint8Array[]): ChatChunk[] {
  const translator = codecOf(exchange).startStream(FACTS);
  const chunks: ChatChunk[] = [];
  const emit = (chunk: ChatChunk | undefined, raw: string | undefined) => {
    if (chunk === undefined || raw !== undefined) throw new Error('a native stream is told in chunks alone');
    chunks.push(chunk);
  };
  for (const piece of pieces) translator.push(piece, emit);
  translator.end(emit);
  expect(chunks.at(-1)?.usage ?? undefined).toEqual(translator.usage());
  return chunks;
}

/** What a client makes of the chunks, in the form of the expected answers. */
function assemble(chunks: readonly ChatChunk[]) {
  const parts = chunks.flatMap(({ choices }) => choices);
  const indexes = [...new Set(parts.map(({ index }) => index))];
  const choices = indexes.map((index) =>
    assembleChoice(
      index,
      parts.filter((part) => part.index === index),
    ),
  );
  return { id: chunks[0]?.id, model: chunks[0]?.model, choices, usage: chunks.at(-1)?.usage ?? undefined };
}

function assembleChoice(index: number, parts: readonly ChatChunk['choices'][number][]): ChatChoice {
  const join = (member: 'content' | 'reasoning_content') => parts.map(({ delta }) => delta[member] ?? '').join('');
  const calls = parts.flatMap(({ delta }) => delta.tool_calls ?? []);
  return {
    index,
    message: {
      role: parts[0]?.delta.role ?? 'user',
      content: join('content') || null,
      ...(join('reasoning_content') && { reasoning_content: join('reasoning_content') }),
      ...(calls.length > 0 && { tool_calls: calls.map(({ index: _place, ...call }) => call as ToolCall) }),
    },
    finish_reason: parts.at(-1)?.finish_reason ?? null,
  };
}

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(freeze);
    Object.freeze(value);
  }
  return value;
}

describe(`group G over ${EXCHANGES.length} exchanges, ${STREAMED.length} of them streams`, () => {
  test.each(byName(REQUESTED))('%s: translates the request and leaves it untouched', (_name, exchange) => {
    const { kind } = exchange.adapter;
    const target: ProviderTarget = { kind, upstreamModel: 'gemini-3-pro-preview', baseUrl: 'https://h', headers: {} };
    const bodies = codecOf(exchange).encode(freeze(structuredClone(exchange.chat) as ChatRequest), target);
    expect(bodies.map((body) => JSON.parse(body))).toEqual([exchange.request]);
  });

  test.each(byName(ANSWERED))('%s: decodes the answer', (name, exchange) => {
    const { response, usage, verbatim } = codecOf(exchange).decode([freeze(exchange.response)], FACTS);
    expect(verbatim).toBe(false);
    expect(response).toMatchObject({ object: 'chat.completion', created: expect.any(Number) });
    expect(exchange.answer).toBeDefined();
    const { id, model, choices } = response;
    const { logprobs, ...recorded } = choices[0] ?? {};
    // The recorded probabilities are long; the unit tests and the own case hold their form.
    if (name === 'vertex/logprobs') expect(logprobs).toMatchObject({ content: { length: 7 }, refusal: null });
    const shown = name === 'vertex/logprobs' ? [recorded] : choices;
    expect({ id, model, choices: shown, usage }).toEqual(exchange.answer);
    expect(response.usage).toEqual(usage);
  });

  test.each(byName(FAILED))('%s: fails in our own terms', (_name, exchange) => {
    const { adapter, response, stream, failure } = exchange;
    if (response !== undefined) {
      const mapped = adapter.mapError(failure?.status ?? 0, JSON.stringify(response), {});
      expect(mapped).toMatchObject({ ...failure });
      expect(mapped.detail).not.toContain('key1234');
    }
    const run = () =>
      stream === undefined ? codecOf(exchange).decode([response], FACTS) : translate(exchange, [stream]);
    expect(run).toThrow(ProviderFailure);
    expect(run).toThrow(expect.objectContaining({ ...failure }));
  });

  describe.each(byName(STREAMED))('%s', (_name, exchange) => {
    const { stream = Buffer.of(), answer } = exchange;
    let whole: ChatChunk[];
    beforeAll(() => {
      whole = translate(exchange, [stream]);
    });

    test('becomes the expected answer', () => {
      expect(answer).toBeDefined();
      expect(assemble(whole)).toEqual(answer);
    });

    test('is the same when it is split in two at any byte, or comes byte by byte', () => {
      const text = JSON.stringify(whole);
      for (let at = 1; at < stream.length; at++) {
        const chunks = translate(exchange, [stream.subarray(0, at), stream.subarray(at)]);
        if (JSON.stringify(chunks) !== text) throw new Error(`differs when split at byte ${at}`);
      }
      expect(
        translate(
          exchange,
          Array.from(stream, (_byte, at) => stream.subarray(at, at + 1)),
        ),
      ).toEqual(whole);
    }, 120_000);

    test('fails when it is cut after any event before the end', () => {
      const events = stream
        .toString('latin1')
        .trimEnd()
        .split(/(?<=\n\r?\n)/);
      for (let count = 0; count < events.length; count++) {
        const head = Buffer.from(events.slice(0, count).join(''), 'latin1');
        expect(() => translate(exchange, [head])).toThrow(new ProviderFailure('provider_error'));
      }
    });

    test('begins with the role, ends with a finish reason for each choice and then the usage, unasked', () => {
      expect(whole[0]?.choices[0]?.delta).toMatchObject({ role: 'assistant' });
      const choices = new Set(whole.flatMap((chunk) => chunk.choices.map(({ index }) => index))).size;
      const finished = whole.map((chunk) => chunk.choices.some(({ finish_reason }) => finish_reason !== null));
      expect(finished.lastIndexOf(false)).toBe(whole.length - 1);
      expect(finished.indexOf(true)).toBe(whole.length - 1 - choices);
      expect(whole.at(-1)).toMatchObject({ choices: [] });
      expect(whole.at(-1)).toHaveProperty('usage');
      expect(new Set(whole.map(({ id, created, model }) => JSON.stringify([id, created, model]))).size).toBe(1);
    });

    test('numbers tool calls in order, and their arguments are valid JSON', () => {
      const calls = whole.flatMap((chunk) => chunk.choices.flatMap(({ delta }) => delta.tool_calls ?? []));
      expect(calls.map(({ index }) => index)).toEqual(calls.map((_call, place) => place));
      expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
      for (const call of calls) expect(typeof JSON.parse(call.function?.arguments ?? '')).toBe('object');
    });
  });
});
