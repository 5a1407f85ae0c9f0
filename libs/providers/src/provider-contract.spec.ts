import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { type ChatChunk, type ChatRequest, PROVIDER_KINDS, type ProviderKind, type Usage } from '@multilane/contracts';
import {
  deepFreeze,
  type Exchange,
  findAnswerFaults,
  findChunkFaults,
  findOrderFaults,
  joinChunks,
  listCaseNames,
  listExchanges,
  runStream,
  type StreamOutcome,
  shortenTexts,
} from '@multilane/testing';
import type { ChatCodec, DecodeFacts, ProviderAdapter } from './adapter.js';
import { ANTHROPIC } from './anthropic/adapter.js';
import { BEDROCK } from './bedrock/adapter.js';
import { COHERE } from './cohere/adapter.js';
import { GEMINI } from './gemini/adapter.js';
import { MANIFESTS } from './manifests.js';
import { ProviderFailure } from './provider-failure.js';
import { getAdapter, listAdapterKinds } from './registry.js';
import { VERTEX } from './vertex/adapter.js';

/** The project's own cases are always there; recorded ones may lie beside the project. */
const OWN = join(import.meta.dirname, '../fixtures');
const RECORDED = join(import.meta.dirname, '../../../../shared/fixtures');

const NATIVE = new Map([ANTHROPIC, BEDROCK, COHERE, GEMINI, VERTEX].map((adapter) => [adapter.kind, adapter]));

/** What the exchanges of a kind were recorded with, and the provider's own sign that a stream is complete. */
interface Wire {
  readonly model?: string;
  readonly endMark: RegExp;
}
const GENERATE_CONTENT: Wire = { model: 'gemini-3-pro-preview', endMark: /"finishReason"|"blockReason"/ };
const REFERENCE: Wire = { endMark: /\[DONE\]/ };
const WIRES: Readonly<Partial<Record<ProviderKind, Wire>>> = {
  anthropic: { endMark: /"message_stop"/ },
  bedrock: { model: 'us.anthropic.claude-own-v1:0', endMark: /messageStop/ },
  cohere: { endMark: /"message-end"/ },
  gemini: GENERATE_CONTENT,
  vertex: GENERATE_CONTENT,
  perplexity: { endMark: /"finish_reason": ?"stop"/ },
};

/** The kinds of recorded cases; other folders have the name of the kind. */
const RECORDED_KINDS: readonly (readonly [cases: RegExp, kind: ProviderKind])[] = [
  [/^openai-chat\//, 'openai'],
  [/^openai-compatible\/deepseek/, 'deepseek'],
  [/^gemini\/openai-compat/, 'openai-compatible'],
];
/** Recorded cases that this does not run, each with the reason. */
const NOT_RUN: readonly (readonly [cases: RegExp, reason: string])[] = [
  [/^bedrock\/embeddings/, 'no chat: embeddings.spec.ts of the folder reads it'],
  [/^(cohere|gemini|openai)[^/]*\/(embeddings|rerank)|^openai-embeddings\//, 'no chat: endpoints with a codec each'],
  [/^openai-completions\//, 'no chat: an endpoint with a codec of its own'],
  [/^bedrock\/sigv4-vectors$/, 'no exchange: vectors of signatures'],
  [/^bedrock-eventstream-codec\//, 'no exchange: framing/aws-event-stream.spec.ts reads these vectors'],
  [/^openai-(media|realtime)\/|^speech\//, 'no chat: audio, images and sessions'],
  [/^openai-responses\//, 'a format of clients; adapters get chat'],
  [/^decision\//, 'no chat: decision models'],
  [/^tokenizer\//, 'no exchange: vectors of libs/tokens'],
];
/** Kinds without exchanges of their own. */
const WITHOUT_CASES: ReadonlySet<ProviderKind> = new Set([
  // Answers in-process, in the reference format: simulate-chat.spec.ts.
  'simulator',
]);

/** What each recorded exchange must become: a completion, or a failure. Texts are shortened as `shortenTexts` does. */
const RECORDED_ANSWERS: Readonly<Record<string, unknown>> = Object.fromEntries(
  readdirSync(join(OWN, 'recorded-answers'))
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => {
      const rows = JSON.parse(readFileSync(join(OWN, 'recorded-answers', file), 'utf8')) as Record<string, unknown>;
      return Object.entries(rows).map(([name, row]) => [`${basename(file, '.json')}/${name}`, row]);
    }),
);

interface Failure {
  readonly status?: number;
  readonly code: string;
}

interface Case extends Exchange {
  readonly kind: ProviderKind;
  readonly adapter: ProviderAdapter;
  readonly codec: ChatCodec;
  readonly answer: object;
  readonly failure: Failure | undefined;
  /** What a failure's body is when it comes with a status of success. */
  readonly insideSuccess: Failure | undefined;
  /** The usage in the reference meaning, where a relayed answer shows another. */
  readonly counted: Usage | undefined;
}

const recordedNames = listCaseNames(RECORDED);
const isRun = (name: string) => !NOT_RUN.some(([cases]) => cases.test(name));
const CASES = [
  ...listCaseNames(OWN).flatMap((name) => listExchanges(OWN, name).map(toCase)),
  ...recordedNames
    .filter(isRun)
    .flatMap((name) =>
      listExchanges(RECORDED, name).map((exchange) =>
        toCase({ ...exchange, expected: RECORDED_ANSWERS[exchange.name] }),
      ),
    ),
];

function toCase(exchange: Exchange): Case {
  const kind = RECORDED_KINDS.find(([cases]) => cases.test(exchange.name))?.[1] ?? (exchange.folder as ProviderKind);
  const adapter = NATIVE.get(kind) ?? getAdapter(kind);
  const codec = adapter?.endpoints.chat;
  if (adapter === undefined || codec === undefined) throw new Error(`${exchange.name}: no chat codec for ${kind}`);
  const { failure, insideSuccess, counted, ...answer } = Object(exchange.expected) as Partial<Case>;
  return { ...exchange, kind, adapter, codec, answer, failure, insideSuccess, counted };
}

const byName = (cases: readonly Case[]) => cases.map((each) => [each.name, each] as const);
const REQUESTED = CASES.filter(({ chat }) => chat !== undefined);
const WHOLE = CASES.filter(({ response, failure }) => response !== undefined && failure === undefined);
const REFUSED = CASES.filter(({ response, failure }) => response !== undefined && failure !== undefined);
const STREAMED = CASES.filter(({ stream }) => stream !== undefined);

const wireOf = (kind: ProviderKind) => WIRES[kind] ?? REFERENCE;
const modelOf = (kind: ProviderKind) => wireOf(kind).model ?? 'upstream-model';
const isNative = ({ kind }: Case) => NATIVE.has(kind);
const factsOf = (kind: ProviderKind, includeUsage = true): DecodeFacts => {
  return { kind, idSeed: 'seed', created: 1_700_000_000, model: modelOf(kind), includeUsage };
};
const run = ({ codec, kind }: Case, pieces: readonly Uint8Array[], includeUsage = true) =>
  runStream(codec, factsOf(kind, includeUsage), pieces);
const factsOfFailure = ({ code, status, param, retryable, retryAfterSeconds }: ProviderFailure) => ({
  ...{ code, retryable },
  ...(status !== undefined && { status }),
  ...(param !== undefined && { param }),
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
});
const outcomeText = ({ text, failure }: StreamOutcome) => `${text}${failure?.code}${failure?.detail}`;

/** The gateway's count, in the reference meaning: what the client is shown, unless the case says that it differs. */
function expectCount(usage: Usage | undefined, shown: Usage | null | undefined, each: Case): void {
  if (shown) expect(usage).toBeDefined();
  if (each.counted !== undefined) expect(usage).toEqual(each.counted);
  else if (isNative(each)) expect(usage).toEqual(shown ?? undefined);
  else expect(shown ?? {}).toMatchObject({ ...usage });
}

/** What a client reads: the JSON of each data line. */
function readChunks(text: string): ChatChunk[] {
  const lines = text.split('\n\n').filter((event) => event.startsWith('data: '));
  const chunks = lines.map((event) => JSON.parse(event.slice(6)) as ChatChunk);
  for (const choice of chunks.flatMap(({ choices }) => choices)) choice.delta ??= {};
  return chunks;
}

const passed = { cases: 0, streams: 0, splits: 0 };
afterAll(() => {
  process.stdout.write(`contract: ${passed.cases} cases, ${passed.streams} streams, ${passed.splits} splits\n`);
});

describe('the cases', () => {
  test('leave out no recorded one without a reason', () => {
    const read = new Set(CASES.map(({ caseName }) => caseName));
    expect(recordedNames.filter((name) => isRun(name) && !read.has(name))).toEqual([]);
  });

  test('leave out none of the project', () => {
    const read = new Set(CASES.map(({ caseName }) => caseName));
    expect(listCaseNames(OWN).filter((name) => !read.has(name))).toEqual([]);
  });

  test('each have an answer that is expected, and no answer is expected of nothing', () => {
    expect(CASES.filter(({ expected }) => expected === undefined).map(({ name }) => name)).toEqual([]);
    const names = new Set(CASES.map(({ name }) => name));
    const folders = new Set(recordedNames.map((name) => name.split('/')[0]));
    const present = Object.keys(RECORDED_ANSWERS).filter((name) => folders.has(name.split('/')[0]));
    expect(present.filter((name) => !names.has(name))).toEqual([]);
  });

  test('of the project reach every kind that has a chat codec', () => {
    const own = new Set(listCaseNames(OWN).map((name) => name.split('/')[0]));
    const kinds = [...NATIVE.keys(), ...listAdapterKinds()].filter(
      (kind) => (NATIVE.get(kind) ?? getAdapter(kind))?.endpoints.chat && !WITHOUT_CASES.has(kind),
    );
    expect(kinds.filter((kind) => !own.has(kind))).toEqual([]);
  });
});

describe('requests', () => {
  test.each(byName(REQUESTED))('%s: the chat request becomes the body, and is left untouched', (_name, each) => {
    const { kind, chat, request, codec } = each;
    const target = { kind, upstreamModel: modelOf(kind), baseUrl: 'https://example.com', headers: {} };
    const bodies = codec.encode(deepFreeze(structuredClone(chat)) as ChatRequest, target);
    expect(bodies.map((body) => JSON.parse(body))).toEqual([request]);
  });
});

describe('whole answers', () => {
  test.each(byName(WHOLE))('%s: becomes the expected answer', (_name, each) => {
    const body = deepFreeze(JSON.parse(each.response ?? ''));
    const { response, usage, verbatim } = each.codec.decode([body], factsOf(each.kind));
    expect(shortenTexts(response)).toEqual(each.answer);
    expect(findAnswerFaults({ ...response, usage: usage ?? null })).toEqual([]);
    expectCount(usage, response.usage, each);
    expect(each.codec.decode([body], factsOf(each.kind))).toEqual({ response, usage, verbatim });
    if (isNative(each)) expect(verbatim).toBe(false);
    else if (verbatim) expect(response).toMatchObject(body);
    else expect(response).not.toEqual(body);
    passed.cases++;
  });

  test.each(byName(REFUSED))('%s: fails in our own terms, inside a success too', (_name, each) => {
    const { adapter, codec, failure, insideSuccess } = each;
    const mapped = adapter.mapError(failure?.status ?? 0, each.response ?? '', {});
    expect(factsOfFailure(mapped)).toEqual(failure);
    expect(mapped.detail).not.toMatch(/key1234|sk-\w{8}|AIza/);
    let thrown: unknown;
    try {
      codec.decode([JSON.parse(each.response ?? '')], factsOf(each.kind));
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ProviderFailure);
    expect(factsOfFailure(thrown as ProviderFailure)).toEqual(insideSuccess);
    passed.cases++;
  });
});

describe.each(byName(STREAMED))('stream %s', (_name, each) => {
  const stream = each.stream ?? [];
  const bytes = Buffer.concat(stream);
  const whole = run(each, [bytes]);
  const unasked = run(each, [bytes], false);

  test('becomes the expected answer, or fails as the provider did', () => {
    expect(whole.failure && factsOfFailure(whole.failure)).toEqual(each.failure);
    if (each.failure === undefined) {
      const joined = joinChunks(whole.chunks);
      expect(shortenTexts(joined)).toEqual(each.answer);
      expect(findAnswerFaults({ ...joined, usage: whole.usage ?? null })).toEqual([]);
      expect(findChunkFaults(whole.chunks)).toEqual([]);
      expectCount(whole.usage, joined.usage, each);
    }
    passed.cases++;
    passed.streams++;
  });

  test('is the same when it is split in two at any byte, or comes byte by byte', () => {
    const expected = { asked: outcomeText(whole), unasked: outcomeText(unasked) };
    for (let at = 1; at < bytes.length; at++) {
      const isAsked = at % 2 === 0;
      const outcome = run(each, [bytes.subarray(0, at), bytes.subarray(at)], isAsked);
      if (outcomeText(outcome) !== expected[isAsked ? 'asked' : 'unasked']) throw new Error(`split at byte ${at}`);
    }
    const single = Array.from(bytes, (_byte, at) => bytes.subarray(at, at + 1));
    expect(run(each, single)).toEqual(whole);
    expect(run(each, single, false)).toEqual(unasked);
    passed.splits += bytes.length;
  }, 120_000);

  // A provider may repeat its mark, and fail behind it.
  const isMark = (event: Buffer) => wireOf(each.kind).endMark.test(event.toString('latin1'));
  const mark = each.failure === undefined ? stream.findLastIndex(isMark) : stream.findIndex(isMark);

  test('fails at its end when it ends in any place before the end mark of the provider', () => {
    if (each.failure === undefined) expect(mark).toBeGreaterThanOrEqual(0);
    for (const [count, event] of [...stream.entries()].slice(0, mark < 0 ? undefined : mark + 1)) {
      const head = Buffer.concat(stream.slice(0, count));
      // Text may lack the last line's end, a binary message no byte.
      const last = count < mark || each.kind === 'bedrock' ? [event.length - 1] : [];
      for (const at of [0, 1, event.length / 2, ...last]) {
        const { failure, failedAtEnd } = run(each, [head, event.subarray(0, at)]);
        expect([count, at, failure?.code, failedAtEnd]).toEqual([count, at, 'provider_error', true]);
      }
    }
  });

  test('says all of its answer, or of its failure, when it ends behind the end mark', () => {
    for (let count = mark + 1; mark >= 0 && count < stream.length; count++) {
      const event = stream[count] ?? Buffer.of();
      for (const at of [0, event.length / 2]) {
        const { failure, chunks } = run(each, [...stream.slice(0, count), event.subarray(0, at)]);
        if (failure !== undefined) expect(each.failure).toBeDefined();
        else if (each.failure === undefined)
          expect(joinChunks(chunks).choices).toEqual(joinChunks(whole.chunks).choices);
      }
    }
  });

  if (each.failure === undefined && isNative(each)) {
    test('comes in the documented order, with usage unasked, told in chunks alone', () => {
      expect(findOrderFaults(whole.chunks)).toEqual([]);
      expect(unasked).toEqual(whole);
      expect(whole.relayed).toBe(0);
    });
  }

  if (each.failure === undefined && !isNative(each)) {
    test('gives the receiver in chunks what it gives the client in text, and usage to a client that asked', () => {
      for (const { chunks, text } of [whole, unasked]) {
        expect(chunks).toEqual(readChunks(text));
        expect(text).not.toContain('[DONE]');
      }
      const usages = whole.chunks.filter(({ usage }) => usage);
      if (whole.usage === undefined) expect(usages).toEqual([]);
      else
        expect(whole.chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: whole.usage.prompt_tokens } });
      const keeps = MANIFESTS[each.kind].wire?.keepsUsageOnChoices;
      if (!keeps && whole.usage !== undefined) expect(usages).toHaveLength(1);
      expect(readChunks(unasked.text).filter((chunk) => 'usage' in chunk)).toEqual([]);
      expect(unasked.usage).toEqual(whole.usage);
    });
  }
});

test('every group that answers chat is under the contract', () => {
  const groups = new Set(CASES.map(({ kind }) => PROVIDER_KINDS[kind]));
  expect([...groups].sort()).toEqual(['B', 'C', 'G', 'N', 'R', 'R1']);
});
