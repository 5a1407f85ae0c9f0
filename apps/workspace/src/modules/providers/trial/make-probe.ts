import type { ProviderEntry } from '@multilane/config';
import { type ModelType, PROVIDER_KINDS, type ProviderKind } from '@multilane/contracts';
import type {
  Codec,
  DecodeFacts,
  Endpoint,
  ProviderAdapter,
  ProviderTarget,
  UpstreamAddress,
  UpstreamDraft,
} from '@multilane/providers';
import { ProviderFailure } from '@multilane/providers';

/** One cheap call that a provider answers only to those whom it knows, and how to tell that it did. */
export interface Probe {
  readonly method: 'GET' | 'POST';
  readonly draft: UpstreamDraft;
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

/** A list of models or the like, which costs nothing, by its path under the base URL. */
const LISTINGS: Partial<Record<ProviderKind, string>> = {
  // platform.claude.com/docs/en/api/models-list
  anthropic: '/v1/models?limit=1',
  // ai.google.dev/api/models, "Method: models.list"
  gemini: '/v1beta/models?pageSize=1',
  // docs.cohere.com/reference/list-models
  cohere: '/v1/models?page_size=1',
  // openrouter.ai/docs, "Get current API key": its list of models is open to everybody, what it says of the key is not.
  openrouter: '/key',
};

/** Kinds that list models to everybody or nowhere: only a model tells whether they know the credential. */
const ASKED_FOR_A_MODEL: ReadonlySet<string> = new Set(['nvidia', 'perplexity', 'bedrock', 'vertex', 'simulator']);

/** Whether a provider of the kind can only be tested with one of its models. */
export function needsModel(kind: ProviderKind): boolean {
  return ASKED_FOR_A_MODEL.has(kind) || PROVIDER_KINDS[kind] === 'decision';
}

/** The call for a provider. @param model Needed where `needsModel` says so. */
export function makeProbe(entry: ProviderEntry, adapter: ProviderAdapter, model: ProbeModel | undefined): Probe {
  const target = toTarget(entry, adapter, model?.upstreamModel ?? 'x');
  if (!needsModel(entry.kind)) return listModels(target, adapter);
  switch (model?.type) {
    case 'embedding':
      return ask(target, adapter, 'embeddings', { model: MODEL, input: 'Hi' });
    case 'decision':
      return ask(target, adapter, 'decision', { model: MODEL, state: 'Hi', questions: QUESTIONS });
    default:
      return ask(target, adapter, 'chat', { model: MODEL, messages: MESSAGES, max_tokens: 1 });
  }
}

const MODEL = 'probe';
const MESSAGES = [{ role: 'user', content: 'Hi' }];
const QUESTIONS = { greeting: { type: 'noul', instructions: 'The text is a greeting.' } };

function listModels(target: ProviderTarget, adapter: ProviderAdapter): Probe {
  return {
    method: 'GET',
    draft: makeDraft(target, listingOf(target, adapter), '', {}),
    read: (body) => {
      // Lists differ between kinds; a page of a proxy or of a portal is no JSON object or list at all.
      if (typeof body !== 'object' || body === null) throw new ProviderFailure('provider_error');
    },
  };
}

function listingOf(target: ProviderTarget, adapter: ProviderAdapter): UpstreamAddress {
  if (target.kind === 'azure-openai') {
    const { origin, path } = adapter.address(target, 'chat', false);
    return { origin, path: path.replace(/\/deployments\/[^?]*/, '/models') };
  }
  const { origin, pathname } = new URL(target.baseUrl);
  return { origin, path: `${pathname.replace(/\/+$/, '')}${LISTINGS[target.kind] ?? '/models'}` };
}

function ask(target: ProviderTarget, adapter: ProviderAdapter, endpoint: Endpoint, request: object): Probe {
  const codec = adapter.endpoints[endpoint] as Codec<unknown, unknown> | undefined;
  if (codec === undefined) throw new ProviderFailure('provider_error');
  const [body = ''] = codec.encode(request, target);
  const json = { 'content-type': 'application/json' };
  return {
    method: 'POST',
    draft: makeDraft(target, adapter.address(target, endpoint, false), body, json),
    read: (answer) => void codec.decode([answer], factsFor(target)),
  };
}

function factsFor({ kind, upstreamModel }: ProviderTarget): DecodeFacts {
  return { kind, idSeed: MODEL, created: 0, model: upstreamModel, includeUsage: false };
}

function makeDraft(
  target: ProviderTarget,
  address: UpstreamAddress,
  body: string,
  headers: Readonly<Record<string, string>>,
): UpstreamDraft {
  const always = { accept: 'application/json', 'accept-encoding': 'identity' };
  return { address, headers: { ...target.headers, ...headers, ...always }, body };
}

function toTarget(entry: ProviderEntry, adapter: ProviderAdapter, upstreamModel: string): ProviderTarget {
  const headers = Object.entries(entry.headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    kind: entry.kind,
    upstreamModel,
    baseUrl: (entry.base_url ?? adapter.defaultBaseUrl ?? '').replace(/\/+$/, ''),
    headers: Object.fromEntries(headers),
    apiVersion: entry.api_version,
    project: entry.project,
    location: entry.location,
    region: entry.region,
  };
}
