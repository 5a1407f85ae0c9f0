import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { type ProviderKind } from '@multilane/contracts';
import { deepFreeze } from '@multilane/testing';
import { SHARED_FIXTURES } from '@multilane/testing/shared-fixtures';
import { type DecodeFacts, type EndpointCodecs, type ProviderAdapter, type ProviderTarget } from '../adapter.js';
import { COHERE } from '../cohere/adapter.js';
import { GEMINI } from '../gemini/adapter.js';
import { getAdapter } from '../registry.js';
import { VERTEX } from '../vertex/adapter.js';

/** Recorded cases may lie beside the project; the project's own are below. */
export const RECORDED = SHARED_FIXTURES;

export const NATIVE: readonly ProviderAdapter[] = [COHERE, GEMINI, VERTEX];

export type Json = Record<string, unknown>;

export interface Exchange<Request> {
  readonly name: string;
  readonly kind: ProviderKind;
  readonly model: string;
  readonly request: Request;
  /** The native bodies, which the request becomes. */
  readonly sent: readonly unknown[];
  readonly answers: readonly unknown[];
  /** Answer that the client gets. */
  readonly response: Json;
  readonly promptTokens: number | undefined;
  readonly verbatim?: boolean;
}

export const factsOf = (kind: ProviderKind, model: string): DecodeFacts => ({
  kind,
  idSeed: 'seed',
  created: 1_700_000_000,
  model,
  includeUsage: false,
});

export const targetOf = (kind: ProviderKind, upstreamModel: string): ProviderTarget => ({
  kind,
  upstreamModel,
  baseUrl: 'https://example.com',
  headers: {},
});

export function codecOf<Name extends 'embeddings' | 'rerank'>(
  kind: ProviderKind,
  name: Name,
): NonNullable<EndpointCodecs[Name]> {
  const adapter = NATIVE.find((native) => native.kind === kind) ?? getAdapter(kind);
  const codec = adapter?.endpoints[name];
  if (!codec) throw new Error(`no ${name} for ${kind}`);
  return codec;
}

/** A recorded exchange, where the folder is there. */
export function readRecorded(folder: string): { request: Json; response: Json } | undefined {
  const at = (file: string) => join(RECORDED, folder, file);
  if (!existsSync(at('request.json'))) return undefined;
  const [request, response] = ['request.json', 'response.json'].map((file) =>
    JSON.parse(readFileSync(at(file), 'utf8'), (_name, value) => value ?? undefined),
  );
  return { request, response };
}

export const named = <Request>(exchanges: readonly Exchange<Request>[]) =>
  exchanges.map((one) => [one.name, one] as const);

export function expectExchange<Request>(exchange: Exchange<Request>, endpoint: 'embeddings' | 'rerank'): void {
  const { kind, model, request, sent, answers, response, promptTokens, verbatim = false } = exchange;
  const codec = codecOf(kind, endpoint) as unknown as {
    encode(request: Request, target: ProviderTarget): string[];
    decode(bodies: readonly unknown[], facts: DecodeFacts): { response: unknown; usage: unknown; verbatim: boolean };
  };
  const bodies = codec.encode(deepFreeze(structuredClone(request)), targetOf(kind, model));
  expect(bodies.map((body) => JSON.parse(body))).toEqual(sent);
  const decoded = codec.decode(deepFreeze(structuredClone(answers)), factsOf(kind, model));
  expect(decoded.response).toEqual(response);
  expect(decoded.usage).toEqual(
    promptTokens === undefined
      ? undefined
      : { prompt_tokens: promptTokens, completion_tokens: 0, total_tokens: promptTokens },
  );
  expect(decoded.verbatim).toBe(verbatim);
}
