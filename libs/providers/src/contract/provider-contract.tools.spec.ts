import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ChatChunk, type ProviderKind, type Usage } from '@multilane/contracts';
import { type Exchange, listCaseNames, listExchanges, runStream, type StreamOutcome } from '@multilane/testing';
import { SHARED_FIXTURES } from '@multilane/testing/shared-fixtures';
import { expect } from 'expect';
import type { ChatCodec, DecodeFacts, ProviderAdapter } from '../adapter.js';
import { ANTHROPIC } from '../anthropic/adapter.js';
import { BEDROCK } from '../bedrock/adapter.js';
import { COHERE } from '../cohere/adapter.js';
import { GEMINI } from '../gemini/adapter.js';
import { ProviderFailure } from '../provider-failure.js';
import { getAdapter } from '../registry.js';
import { VERTEX } from '../vertex/adapter.js';

/** The project's own cases are always there; recorded ones may lie beside the project. */
export const OWN = join(import.meta.dirname, '../../fixtures');
const RECORDED = SHARED_FIXTURES;

export const NATIVE = new Map([ANTHROPIC, BEDROCK, COHERE, GEMINI, VERTEX].map((adapter) => [adapter.kind, adapter]));

/** Model with which the exchanges of a kind were recorded, and the provider's own sign that a stream is complete. */
interface Wire {
  readonly model?: string;
  readonly endMark: RegExp;
}
const GENERATE_CONTENT: Wire = { model: 'gemini-3-pro-preview', endMark: /"finishReason"|"blockReason"/ };
const REFERENCE: Wire = { endMark: /"finish_reason": ?"[a-z_]+"/ };
const WIRES: Readonly<Partial<Record<ProviderKind, Wire>>> = {
  anthropic: { endMark: /"stop_reason": ?"/ },
  bedrock: { model: 'us.anthropic.claude-own-v1:0', endMark: /messageStop/ },
  cohere: { endMark: /"message-end"/ },
  gemini: GENERATE_CONTENT,
  vertex: GENERATE_CONTENT,
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
export const WITHOUT_CASES: ReadonlySet<ProviderKind> = new Set([
  // Answers in-process, in the reference format: simulate-chat.spec.ts.
  'simulator',
]);

/**
 * Expected result of each recorded exchange: a completion, or a failure. Texts are shortened as `shortenTexts` does.
 */
export const RECORDED_ANSWERS: Readonly<Record<string, unknown>> = Object.fromEntries(
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

export interface Case extends Exchange {
  readonly kind: ProviderKind;
  readonly adapter: ProviderAdapter;
  readonly codec: ChatCodec;
  readonly answer: object;
  readonly failure: Failure | undefined;
  /** Failure that the body means when it comes with a status of success. */
  readonly insideSuccess: Failure | undefined;
  /** The usage in the reference meaning, where a relayed answer shows another. */
  readonly counted: Usage | undefined;
}

export const recordedNames = listCaseNames(RECORDED);
export const isRun = (name: string) => !NOT_RUN.some(([cases]) => cases.test(name));
export const CASES = [
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

export const byName = (cases: readonly Case[]) => cases.map((each) => [each.name, each] as const);
export const REQUESTED = CASES.filter(({ chat }) => chat !== undefined);
export const WHOLE = CASES.filter(({ response, failure }) => response !== undefined && failure === undefined);
export const REFUSED = CASES.filter(({ response, failure }) => response !== undefined && failure !== undefined);
export const STREAMED = CASES.filter(({ stream }) => stream !== undefined);

export const wireOf = (kind: ProviderKind) => WIRES[kind] ?? REFERENCE;
export const modelOf = (kind: ProviderKind) => wireOf(kind).model ?? 'upstream-model';
export const isNative = ({ kind }: Case) => NATIVE.has(kind);
export const factsOf = (kind: ProviderKind, includeUsage = true): DecodeFacts => {
  return { kind, idSeed: 'seed', created: 1_700_000_000, model: modelOf(kind), includeUsage };
};
export const run = ({ codec, kind }: Case, pieces: readonly Uint8Array[], includeUsage = true) =>
  runStream(codec, factsOf(kind, includeUsage), pieces);
export const factsOfFailure = ({ code, status, param, retryable, retryAfterSeconds }: ProviderFailure) => ({
  ...{ code, retryable },
  ...(status !== undefined && { status }),
  ...(param !== undefined && { param }),
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
});
export const outcomeText = ({ text, failure }: StreamOutcome) => `${text}${failure?.code}${failure?.detail}`;

/** The gateway's count, in the reference meaning: what the client is shown, unless the case says that it differs. */
export function expectCount(usage: Usage | undefined, shown: Usage | null | undefined, each: Case): void {
  if (shown) expect(usage).toBeDefined();
  if (each.counted !== undefined) expect(usage).toEqual(each.counted);
  else if (isNative(each)) expect(usage).toEqual(shown ?? undefined);
  else expect(shown ?? {}).toMatchObject({ ...usage });
}

/** Reads the chunks as a client does: the JSON of each data line. */
export function readChunks(text: string): ChatChunk[] {
  const lines = text.split('\n\n').filter((event) => event.startsWith('data: '));
  const chunks = lines.map((event) => JSON.parse(event.slice(6)) as ChatChunk);
  for (const choice of chunks.flatMap(({ choices }) => choices)) choice.delta ??= {};
  return chunks;
}
