import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { ChatChunk, ChatCompletion, ChatRequest, ToolCallDelta } from '@multilane/contracts';
import type { DecodeFacts, ProviderTarget } from '../adapter.js';
import { ProviderFailure } from '../provider-failure.js';
import { COHERE } from './adapter.js';

/** The project's own cases are always there; recorded ones may lie beside the project. */
const OWN = join(import.meta.dirname, '../../fixtures/cohere');
const RECORDED = join(import.meta.dirname, '../../../../../shared/fixtures/cohere');
const FACTS: DecodeFacts = {
  kind: 'cohere',
  idSeed: 'seed',
  created: 1_700_000_000,
  model: 'upstream-model',
  includeUsage: false,
};
const TARGET: ProviderTarget = { kind: 'cohere', upstreamModel: 'upstream-model', baseUrl: 'https://h', headers: {} };
const CODEC = COHERE.endpoints.chat;
if (CODEC === undefined) throw new Error('no chat codec');

/** What is known of a recorded answer. */
interface Answer {
  readonly content?: string | undefined;
  readonly reasoning?: string | undefined;
  readonly calls?: readonly string[] | undefined;
  readonly finish: string | null;
  readonly prompt: number | undefined;
  readonly completion: number | undefined;
  readonly cached?: number | undefined;
}

interface Exchange {
  readonly name: string;
  readonly chatRequest: ChatRequest | undefined;
  readonly nativeRequest: unknown;
  readonly nativeResponse: unknown;
  readonly nativeStream: Buffer | undefined;
  /** What the client gets: a whole answer, or what is known of a recorded one; undefined where the provider failed. */
  readonly expected: ChatCompletion | Answer | undefined;
}

const readJson = (path: string) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined);
const foldersOf = (root: string) =>
  existsSync(root) ? readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory()) : [];
/** The recorded exchanges and their answers; null where the provider reported a failure. */
const RECORDED_ANSWERS: Readonly<Record<string, Answer | null>> = readJson(join(OWN, 'recorded-answers.json'));

function loadOwn(name: string): Exchange {
  const at = (file: string) => join(OWN, name, file);
  return {
    name: `own/${name}`,
    chatRequest: readJson(at('chat-request.json')),
    nativeRequest: readJson(at('native-request.json')),
    nativeResponse: readJson(at('native-response.json')),
    nativeStream: existsSync(at('native-stream.txt')) ? readFileSync(at('native-stream.txt')) : undefined,
    expected: readJson(at('chat-response.json')),
  };
}

/** A recorded case has one turn (`request.json`) or several (`request.0.json`, …), each with an answer, a stream or both. */
function loadRecorded(folder: string): Exchange[] {
  const at = (file: string) => join(RECORDED, folder, file);
  const read = (file: string) => (existsSync(at(file)) ? readFileSync(at(file)) : undefined);
  return ['', '.0', '.1'].flatMap((turn) => {
    const nativeRequest = readJson(at(`request${turn}.json`));
    const chatRequest = nativeRequest && toChatRequest(nativeRequest);
    const nativeResponse = readJson(at(`response${turn}.json`));
    const events = read(`stream${turn}.chunks.txt`)?.toString().trim();
    const nativeStream = events ? Buffer.from(events.replace(/^.*$/gm, 'data: $&\n\n')) : read(`stream${turn}.txt`);
    const name = `${folder}${turn}`;
    const exchange = { chatRequest, nativeRequest, nativeResponse: undefined, nativeStream: undefined };
    return [
      { ...exchange, name, nativeResponse, expected: RECORDED_ANSWERS[name] ?? undefined },
      {
        ...exchange,
        name: `${name} streamed`,
        nativeStream,
        expected: RECORDED_ANSWERS[`${name} streamed`] ?? undefined,
      },
    ].filter((exchange) => exchange.name in RECORDED_ANSWERS);
  });
}

/** The reference's request for a recorded one; messages and tools have one form in both. */
function toChatRequest({
  tool_choice,
  stop_sequences,
  response_format,
  ...same
}: Record<string, unknown>): ChatRequest {
  const schema = Object(response_format).schema as Record<string, unknown>;
  return {
    ...same,
    ...(tool_choice === undefined ? {} : { tool_choice: String(tool_choice).toLowerCase() }),
    ...(stop_sequences === undefined ? {} : { stop: stop_sequences }),
    ...(response_format === undefined
      ? {}
      : { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } } }),
  } as ChatRequest;
}

const EXCHANGES = [
  ...foldersOf(OWN).map(({ name }) => loadOwn(name)),
  ...foldersOf(RECORDED).flatMap(({ name }) => loadRecorded(name)),
];
const WHOLE = EXCHANGES.filter(({ nativeResponse }) => nativeResponse !== undefined);
const STREAMED = EXCHANGES.filter(({ nativeStream }) => nativeStream !== undefined);
const byName = (exchanges: readonly Exchange[]) => exchanges.map((exchange) => [exchange.name, exchange] as const);

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(freeze);
    Object.freeze(value);
  }
  return value;
}

function translate(pieces: readonly Uint8Array[]) {
  const translator = CODEC?.startStream(FACTS);
  if (translator === undefined) throw new Error('no stream');
  const chunks: ChatChunk[] = [];
  const emit = (chunk: ChatChunk | undefined, raw: string | undefined) => {
    if (raw !== undefined) throw new Error('a translated chunk has no raw line');
    if (chunk !== undefined) chunks.push(chunk);
  };
  for (const piece of pieces) translator.push(piece, emit);
  translator.end(emit);
  return { chunks, usage: translator.usage() };
}

/** Everything a stream came to, also when it failed, as text to compare. */
function outcome(pieces: readonly Uint8Array[]): string {
  try {
    return JSON.stringify(translate(pieces));
  } catch (error) {
    if (error instanceof ProviderFailure) return `${error.code} ${error.detail}`;
    throw error;
  }
}

/** What a client puts together from the chunks, in the shape of a whole answer. */
function accumulate(chunks: readonly ChatChunk[]): ChatCompletion {
  const [first] = chunks;
  if (first === undefined) throw new Error('no chunk');
  const choices = chunks.flatMap((chunk) => chunk.choices);
  const join = (member: 'content' | 'reasoning_content') =>
    choices.map(({ delta }) => delta[member] ?? '').join('') || (member === 'content' ? '' : undefined);
  const fragments: ToolCallDelta[] = choices.flatMap(({ delta }) => delta.tool_calls ?? []);
  const calls = fragments
    .filter(({ id }) => id !== undefined)
    .map(({ index, id, type, function: called }) => {
      const parts = fragments.filter((fragment) => fragment.index === index).map((part) => part.function?.arguments);
      return { id, type, function: { name: called?.name, arguments: parts.join('') } };
    });
  const citations = choices.flatMap(({ delta }) => (delta.citations as unknown[] | undefined) ?? []);
  const logprobs = choices.flatMap((choice) => (choice.logprobs as { content: unknown[] } | undefined)?.content ?? []);
  const message = {
    role: 'assistant' as const,
    content: join('content'),
    reasoning_content: join('reasoning_content'),
    tool_calls: calls.length > 0 ? calls : undefined,
    citations: citations.length > 0 ? citations : undefined,
  };
  const choice = {
    index: 0,
    message,
    finish_reason: choices.at(-1)?.finish_reason,
    logprobs: logprobs.length > 0 ? { content: logprobs, refusal: null } : null,
  };
  const { id, created, model } = first;
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [choice],
    usage: chunks.at(-1)?.usage,
  } as ChatCompletion;
}

/** The parts of an answer that a recorded case names. */
function summarise(answer: ChatCompletion): Answer {
  const { message, finish_reason: finish } = answer.choices[0] ?? {
    message: { role: 'assistant' },
    finish_reason: null,
  };
  return {
    content: typeof message.content === 'string' && message.content !== '' ? message.content : undefined,
    reasoning: message.reasoning_content ?? undefined,
    calls: message.tool_calls?.map(
      ({ function: called }) => `${called.name} ${JSON.stringify(JSON.parse(called.arguments))}`,
    ),
    finish,
    prompt: answer.usage?.prompt_tokens,
    completion: answer.usage?.completion_tokens,
    cached: answer.usage?.prompt_tokens_details?.cached_tokens,
  };
}

function expectAnswer(answer: ChatCompletion, expected: ChatCompletion | Answer): void {
  if ('choices' in expected) expect(answer).toEqual(expected);
  else expect(summarise(answer)).toEqual(expected);
}

describe(`cohere over ${EXCHANGES.length} exchanges, ${STREAMED.length} of them streams`, () => {
  test.each(byName(EXCHANGES.filter(({ chatRequest }) => chatRequest !== undefined)))(
    '%s: the request becomes the provider’s, and is left untouched',
    (_name, { chatRequest, nativeRequest }) => {
      const bodies = CODEC.encode(freeze(structuredClone(chatRequest as ChatRequest)), TARGET);
      expect(bodies.map((body) => JSON.parse(body))).toEqual([withoutNulls(nativeRequest)]);
    },
  );

  test.each(byName(WHOLE))('%s: the answer becomes the reference’s', (_name, { nativeResponse, expected }) => {
    const { response, usage, verbatim } = CODEC.decode([freeze(structuredClone(nativeResponse))], FACTS);
    if (expected === undefined) throw new Error('the case names no answer');
    expectAnswer(response, expected);
    expect(usage).toEqual(response.usage);
    expect(verbatim).toBe(false);
  });

  describe.each(byName(STREAMED))('%s', (_name, { nativeStream = Buffer.of(), expected }) => {
    const whole = outcome([nativeStream]);

    test('becomes the reference’s chunks, or fails as the provider did', () => {
      if (expected === undefined) expect(whole).toMatch(/^provider_(error|timeout) /);
      else expectAnswer(accumulate(translate([nativeStream]).chunks), expected);
    });

    test('is the same when it is split in two at any byte, and byte by byte', () => {
      for (let at = 1; at < nativeStream.length; at++) {
        if (outcome([nativeStream.subarray(0, at), nativeStream.subarray(at)]) !== whole) throw new Error(`byte ${at}`);
      }
      expect(outcome(Array.from(nativeStream, (_byte, at) => nativeStream.subarray(at, at + 1)))).toBe(whole);
    });

    test('fails when it is cut after any event before the last', () => {
      const events = nativeStream.toString('latin1').split(/(?<=\r?\n\r?\n)/);
      const last = events.findIndex((event) => event.includes('"message-end"'));
      for (let count = 0; count <= last; count++) {
        const head = Buffer.from(events.slice(0, count).join(''), 'latin1');
        expect(() => translate([head])).toThrow(new ProviderFailure('provider_error'));
      }
    });

    if (expected !== undefined) {
      test('begins with a role chunk, ends with a finish reason and a chunk of usage, under one id', () => {
        const { chunks, usage } = translate([nativeStream]);
        expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' });
        const reasons = chunks.map(({ choices }) => choices[0]?.finish_reason);
        expect(reasons.filter(Boolean)).toHaveLength(1);
        expect(reasons.at(-2)).toEqual(expect.any(String));
        expect(chunks.at(-1)).toMatchObject({ choices: [], usage });
        expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
      });

      test('names each tool call once, on its first fragment', () => {
        const named = new Set<number>();
        const fragments = translate([nativeStream]).chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);
        for (const { index, id, type, function: called } of fragments) {
          const expectation = named.has(index)
            ? [undefined, undefined, undefined]
            : [expect.stringMatching(/./), 'function', expect.stringMatching(/./)];
          expect([id, type, called?.name]).toEqual(expectation);
          named.add(index);
        }
        expect([...named]).toEqual([...named.keys()].map((_index, position) => position));
      });
    }
  });
});

/** Clients of the provider may send nulls, which mean absence. */
function withoutNulls(request: unknown): unknown {
  return JSON.parse(
    JSON.stringify({ ...Object(request), model: 'upstream-model' }),
    (_name, value) => value ?? undefined,
  );
}
