import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  type ChatChunk,
  type ChatCompletion,
  type ChatRequest,
  PROVIDER_KINDS,
  type ProviderKind,
  type ToolCallDelta,
} from '@multilane/contracts';
import type { ChatCodec, DecodeFacts, ProviderTarget } from './adapter.js';
import { COMPATIBLE_KINDS, type CompatibleKind } from './compatible/kinds.js';
import { ProviderFailure } from './provider-failure.js';
import { getAdapter } from './registry.js';

/** The project's own cases are always there; recorded ones may lie beside the project. */
const OWN = join(import.meta.dirname, '../fixtures');
const RECORDED = join(import.meta.dirname, '../../../../shared/fixtures');
const RECORDED_GROUPS: readonly (readonly [folder: RegExp, kind: ProviderKind])[] = [
  [/^openai-chat\//, 'openai'],
  [/^azure-openai\//, 'azure-openai'],
  [/^openai-compatible\/deepseek/, 'deepseek'],
  [/^gemini\/openai-compat/, 'openai-compatible'],
];
/** What a failed exchange becomes; a case not named here is a success. */
const FAILURES: Readonly<Record<string, { status: number; code: string; param?: string }>> = {
  'mistral/error-422': { status: 422, code: 'provider_rejected_request', param: 'stream_options.include_usage' },
  'openai-chat/error-400-param': { status: 400, code: 'provider_rejected_request', param: 'max_tokens' },
  'openai-chat/error-404-model': { status: 404, code: 'provider_rejected_request' },
  'openai-chat/error-429-insufficient-quota': { status: 429, code: 'provider_rate_limited' },
  'azure-openai/error-401': { status: 401, code: 'provider_error' },
  'azure-openai/error-404-deployment': { status: 404, code: 'provider_rejected_request' },
  'azure-openai/prompt-content-filter': { status: 400, code: 'provider_rejected_request', param: 'prompt' },
};

/** The folder names the kind. Kinds with a native format have a contract test of their own. */
function findWireCompatibleKind(name: string): ProviderKind | undefined {
  const kind = name.slice(0, name.indexOf('/')) as ProviderKind;
  return PROVIDER_KINDS[kind].startsWith('R') ? kind : undefined;
}

interface Exchange {
  readonly name: string;
  readonly kind: ProviderKind;
  readonly request: ChatRequest | undefined;
  readonly response: string | undefined;
  readonly stream: Buffer | undefined;
}

function loadExchanges(root: string, kindOf: (name: string) => ProviderKind | undefined): Exchange[] {
  if (!existsSync(root)) return [];
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder.name)).flatMap((name) => {
      const kind = kindOf(`${folder.name}/${name}`);
      return kind === undefined ? [] : loadTurns(join(root, folder.name, name), `${folder.name}/${name}`, kind);
    }),
  );
}

/** A case has one turn (`request.json`) or several (`request.0.json`, …). */
function loadTurns(folder: string, name: string, kind: ProviderKind): Exchange[] {
  const files = readdirSync(folder);
  const read = (file: string) => (files.includes(file) ? readFileSync(join(folder, file), 'utf8') : undefined);
  const turns = ['', '.0', '.1', '.2'].map((turn) => {
    const request = read(`request${turn}.json`);
    const events = read(`stream${turn}.chunks.txt`)?.trim().split('\n');
    const chunks = events?.map((event) => `data: ${event}\n\n`).join('');
    const stream = chunks === undefined ? read(`stream${turn}.txt`) : `${chunks}data: [DONE]\n\n`;
    return {
      name: `${name}${turn}`,
      kind,
      request: request === undefined ? undefined : (JSON.parse(request) as ChatRequest),
      response: read(`response${turn}.json`),
      stream: stream === undefined ? undefined : Buffer.from(stream),
    };
  });
  return turns.filter(({ response, stream }) => response !== undefined || stream !== undefined);
}

const EXCHANGES = [
  ...loadExchanges(OWN, findWireCompatibleKind),
  ...loadExchanges(RECORDED, (name) => RECORDED_GROUPS.find(([folder]) => folder.test(name))?.[1]),
];
const FAILED = EXCHANGES.filter(({ name }) => name in FAILURES);
const ANSWERED = EXCHANGES.filter(({ name, response }) => response !== undefined && !(name in FAILURES));
const STREAMED = EXCHANGES.filter(({ stream }) => stream !== undefined);
const REQUESTED = EXCHANGES.filter(({ request, name }) => Array.isArray(request?.messages) && !(name in FAILURES));

const byName = (exchanges: readonly Exchange[]) => exchanges.map((exchange) => [exchange.name, exchange] as const);

function codecOf(kind: ProviderKind): ChatCodec {
  const codec = getAdapter(kind)?.endpoints.chat;
  if (codec === undefined) throw new Error(`no chat codec for ${kind}`);
  return codec;
}

function factsOf(kind: ProviderKind, includeUsage: boolean): DecodeFacts {
  return { kind, idSeed: 'seed', created: 1_700_000_000, includeUsage };
}

function targetOf(kind: ProviderKind): ProviderTarget {
  return { kind, upstreamModel: 'upstream-model', baseUrl: 'https://example.com', headers: {} };
}

interface Relayed {
  readonly chunks: readonly ChatChunk[];
  /** What the client gets, byte for byte. */
  readonly text: string;
  readonly usage: unknown;
}

function relay(kind: ProviderKind, pieces: readonly Uint8Array[], includeUsage: boolean): Relayed {
  const translator = codecOf(kind).startStream(factsOf(kind, includeUsage));
  const chunks: ChatChunk[] = [];
  let text = '';
  const emit = (chunk: ChatChunk | undefined, raw: string | undefined) => {
    if (chunk !== undefined) chunks.push(chunk);
    text += raw ?? `data: ${JSON.stringify(chunk)}\n\n`;
  };
  for (const piece of pieces) translator.push(piece, emit);
  translator.end(emit);
  return { chunks, text, usage: translator.usage() };
}

/** What a client reads: the JSON of each data line. */
function readClientChunks(text: string): ChatChunk[] {
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('data: '))
    .map((event) => JSON.parse(event.slice(6)) as ChatChunk);
}

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(freeze);
    Object.freeze(value);
  }
  return value;
}

describe(`group R over ${EXCHANGES.length} exchanges, ${STREAMED.length} of them streams`, () => {
  test('has cases of its own for every wire-compatible kind', () => {
    const kinds = new Set(EXCHANGES.map(({ kind }) => kind));
    for (const kind of Object.keys(COMPATIBLE_KINDS)) expect([...kinds]).toContain(kind);
  });

  describe('encoding', () => {
    test.each(byName(REQUESTED))('%s: keeps every member of the request and leaves it untouched', (_name, exchange) => {
      const request = freeze(structuredClone(exchange.request) as ChatRequest);
      const bodies = codecOf(exchange.kind).encode(request, targetOf(exchange.kind));
      expect(bodies).toHaveLength(1);
      const sent = JSON.parse(bodies[0] ?? '') as ChatRequest;
      expect(sent).toEqual(expectedBody(request, exchange.kind));
    });
  });

  describe('answers', () => {
    test.each(byName(ANSWERED))(
      '%s: decodes with tool calls, usage and finish reasons as the reference has them',
      (_name, exchange) => {
        const body = freeze(JSON.parse(exchange.response ?? '') as ChatCompletion);
        const decoded = codecOf(exchange.kind).decode([body], factsOf(exchange.kind, true));
        if (decoded.verbatim) expect(decoded.response).toMatchObject({ ...body });
        else expect(decoded.response).not.toEqual(body);
        expect(decoded.usage).toMatchObject({
          prompt_tokens: body.usage?.prompt_tokens,
          completion_tokens: body.usage?.completion_tokens,
          total_tokens: expect.any(Number),
        });
        for (const { message, finish_reason } of decoded.response.choices) {
          expect(['stop', 'length', 'tool_calls', 'content_filter']).toContain(finish_reason);
          expect(Array.isArray(message.content)).toBe(false);
          const calls = message.tool_calls ?? [];
          expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
          for (const call of calls) {
            expect(call).toMatchObject({ id: expect.stringMatching(/./), type: 'function' });
            expect(typeof JSON.parse(call.function.arguments)).toBe('object');
          }
        }
      },
    );

    test.each(byName(FAILED))('%s: fails in our own terms, inside a 200 answer too', (name, exchange) => {
      const { status, code, param } = FAILURES[name] ?? { status: 0, code: '' };
      const failure = getAdapter(exchange.kind)?.mapError(status, exchange.response ?? '', {});
      expect(failure).toMatchObject({ code, param, status });
      const decode = () =>
        codecOf(exchange.kind).decode([JSON.parse(exchange.response ?? '')], factsOf('openai', true));
      expect(decode).toThrow(ProviderFailure);
    });
  });

  describe.each(byName(STREAMED))('stream %s', (_name, { kind, stream = Buffer.of() }) => {
    let asked: Relayed;
    let unasked: Relayed;
    beforeAll(() => {
      asked = relay(kind, [stream], true);
      unasked = relay(kind, [stream], false);
    });

    test('is the same when it is split in two at any byte', () => {
      for (let at = 1; at < stream.length; at++) {
        const pieces = [stream.subarray(0, at), stream.subarray(at)];
        const { text } = relay(kind, pieces, at % 2 === 0);
        if (text !== (at % 2 === 0 ? asked : unasked).text) throw new Error(`differs when split at byte ${at}`);
      }
    }, 120_000);

    test('is the same when it comes byte by byte', () => {
      const bytes = Array.from(stream, (_byte, at) => stream.subarray(at, at + 1));
      expect(relay(kind, bytes, true)).toEqual(asked);
      expect(relay(kind, bytes, false)).toEqual(unasked);
    });

    test('fails when it is cut after any event before the end', () => {
      const events = stream.toString('latin1').split(/(?<=\r?\n\r?\n|\r\r)/);
      for (let count = 1; count < events.length; count++) {
        const head = events.slice(0, count).join('');
        const complete = head.includes('[DONE]') || (kind === 'perplexity' && head.includes('"stop"'));
        const cut = () => relay(kind, [Buffer.from(head, 'latin1')], true);
        if (!complete) expect(cut).toThrow(new ProviderFailure('provider_error'));
      }
    });

    test('gives the receiver in chunks what it gives the client in text', () => {
      for (const { chunks, text } of [asked, unasked]) {
        const client = readClientChunks(text);
        for (const choice of client.flatMap(({ choices }) => choices)) choice.delta ??= {};
        expect(chunks).toEqual(client);
        expect(text).not.toContain('[DONE]');
      }
    });

    test('shows usage to a client that asked, and no trace of it to one that did not', () => {
      const usages = asked.chunks.filter(({ usage }) => usage !== undefined && usage !== null);
      if (asked.usage === undefined) expect(usages).toEqual([]);
      else {
        expect(asked.chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: expect.any(Number) } });
        const keeps = kind in COMPATIBLE_KINDS && COMPATIBLE_KINDS[kind as CompatibleKind].keepsUsageOnChoices;
        if (!keeps) expect(usages).toHaveLength(1);
      }
      expect(readClientChunks(unasked.text).filter((chunk) => 'usage' in chunk)).toEqual([]);
      expect(unasked.usage).toEqual(asked.usage);
    });

    test('has one id and name for each tool call, on its first fragment, and arguments that make valid JSON', () => {
      const calls = new Map<string, ToolCallDelta[]>();
      for (const choice of asked.chunks.flatMap(({ choices }) => choices)) {
        for (const fragment of choice.delta.tool_calls ?? []) {
          const key = `${choice.index}.${fragment.index}`;
          calls.set(key, [...(calls.get(key) ?? []), fragment]);
        }
      }
      for (const [first, ...rest] of calls.values()) {
        expect(first).toMatchObject({ id: expect.stringMatching(/./), type: 'function' });
        expect(first?.function?.name).toMatch(/./);
        for (const fragment of rest) {
          expect(fragment.id).toBeUndefined();
          expect(fragment.function?.name).toBeUndefined();
        }
        const text = [first, ...rest].map((fragment) => fragment?.function?.arguments ?? '').join('');
        expect(typeof JSON.parse(text)).toBe('object');
      }
      const reasons = asked.chunks.flatMap(({ choices }) => choices.map(({ finish_reason }) => finish_reason));
      if (calls.size > 0) expect(reasons).toContain('tool_calls');
      expect(reasons.filter(Boolean).length).toBeGreaterThan(0);
    });
  });
});

/** The body that a case's request should become, worked out from the table of kinds member by member. */
function expectedBody(request: ChatRequest, kind: ProviderKind): Record<string, unknown> {
  const body: Record<string, unknown> = { ...request, model: 'upstream-model' };
  const row = kind in COMPATIBLE_KINDS ? COMPATIBLE_KINDS[kind as CompatibleKind] : undefined;
  if (row?.streamUsage === 'always') delete body.stream_options;
  else if (request.stream === true) body.stream_options = { ...request.stream_options, include_usage: true };
  for (const [name, providersName] of Object.entries(row?.renames ?? {})) {
    if (name in body) body[providersName] = body[name];
    delete body[name];
  }
  for (const name of row?.omits ?? []) delete body[name];
  if (kind === 'nvidia') for (const name of ['n', 'presence_penalty']) delete body[name];
  return body;
}
