import type { ProviderEntry } from '@multilane/config';
import type { ModelType, ProviderKind } from '@multilane/contracts';
import {
  type Codec,
  type DecodeFacts,
  type Endpoint,
  getAdapter,
  MANIFESTS,
  type ProviderAdapter,
  ProviderFailure,
  type ProviderTarget,
} from '@multilane/providers';
import { makeGet, makePost, type ProviderCall, toTarget } from './make-call.js';

/** One cheap call that a provider answers only to those whom it knows, and how to recognize that it did. */
export interface Probe extends ProviderCall {
  /** Takes the parsed body of a 2xx answer. @throws ProviderFailure where a provider of the kind would not say this. */
  read(body: unknown): void;
}

/** A registered model to ask for. */
export interface ProbeModel {
  readonly type: string;
  readonly upstreamModel: string;
}

/** Types of models that a probe can ask for, the best first. */
export const PROBE_TYPES = ['chat', 'embedding', 'decision'] as const satisfies ModelType[];

/** True if a provider of the kind can only be tested with one of its models. */
export function needsModel(kind: ProviderKind): boolean {
  return MANIFESTS[kind].connectionTest === 'model';
}

/** The call for a provider. @param model Needed where `needsModel` says so. */
export function makeProbe(entry: ProviderEntry, adapter: ProviderAdapter, model: ProbeModel | undefined): Probe {
  const { connectionTest } = MANIFESTS[entry.kind];
  if (connectionTest !== 'model') return { ...makeGet(entry, adapter, connectionTest.path), read: demandJson };
  const target = toTarget(entry, adapter, model?.upstreamModel ?? 'x');
  switch (model?.type) {
    case 'embedding':
      return ask(target, adapter, 'embeddings', { model: MODEL, input: 'Hi' });
    case 'decision':
      return ask(target, adapter, 'decision', { model: MODEL, state: 'Hi', questions: QUESTIONS });
    default:
      return ask(target, getAdapter(entry.kind, target.upstreamModel) ?? adapter, 'chat', {
        model: MODEL,
        messages: MESSAGES,
        max_tokens: 1,
      });
  }
}

const MODEL = 'probe';
const MESSAGES = [{ role: 'user', content: 'Hi' }];
const QUESTIONS = { greeting: { type: 'noul', instructions: 'The text is a greeting.' } };

/** Lists differ between kinds; a page of a proxy or of a portal is no JSON object or list at all. */
function demandJson(body: unknown): void {
  if (typeof body !== 'object' || body === null) throw new ProviderFailure('provider_error');
}

function ask(target: ProviderTarget, adapter: ProviderAdapter, endpoint: Endpoint, request: object): Probe {
  const codec = adapter.endpoints[endpoint] as Codec<unknown, unknown> | undefined;
  if (codec === undefined) throw new ProviderFailure('provider_error');
  const [body = ''] = codec.encode(request, target);
  return {
    ...makePost(target, adapter.address(target, endpoint, false), body),
    read: (answer) => void codec.decode([answer], factsFor(target)),
  };
}

function factsFor({ kind, upstreamModel }: ProviderTarget): DecodeFacts {
  return { kind, idSeed: MODEL, created: 0, model: upstreamModel, includeUsage: false };
}
