import { isChatModel, MANIFESTS, type ModelListing, ProviderFailure, readModelList } from '@multilane/providers';
import { makeGet } from './make-call.js';
import { type OpenedProvider, type ProviderCaller, UncheckableProvider } from './provider-caller.js';

/** The largest catalogs have some hundreds. */
const MAX_MODELS = 2_000;

/** Limit of the models that are read from a list far larger than any catalog: sorting it would hold up others. */
const MOST_READ = 10_000;

/** Form of an `upstream_model`: no control characters, no space at either end. */
const USABLE_NAME = /^(?!\s)[^\p{Cc}]{1,512}(?<!\s)$/u;

export interface OfferedModel {
  readonly id: string;
  /** True if it looks like a model for chat completions. */
  readonly chat: boolean;
}

/** Offer of a provider. */
export interface ModelList {
  readonly models: OfferedModel[];
  /** True if the provider has more models than are listed here. */
  readonly truncated: boolean;
}

/** Finds the way in which a provider lists its models; undefined if its list needs no request. @throws UncheckableProvider */
export function findListing({ entry: { kind } }: OpenedProvider): ModelListing | undefined {
  const { inProcess, models: listing } = MANIFESTS[kind];
  if (inProcess || listing !== undefined) return inProcess ? undefined : listing;
  throw new UncheckableProvider(
    'unsupported_provider',
    `Providers of kind ${kind} do not list their models. Take the name of the model from the provider's documentation.`,
  );
}

/** @throws what `ProviderCaller.describe` puts into words */
export async function listModels(
  caller: ProviderCaller,
  opened: OpenedProvider,
  listing: ModelListing | undefined,
): Promise<ModelList> {
  const { entry, adapter } = opened;
  if (listing === undefined) {
    return { models: MANIFESTS[entry.kind].defaultModels.map((id) => ({ id, chat: true })), truncated: false };
  }
  const body = await caller.call(opened, makeGet(entry, adapter, listing.path));
  const list = Array.isArray(body) ? body : memberOf(body, listing.list);
  // An empty list is an answer; anything but a list is none.
  if (!Array.isArray(list)) throw new ProviderFailure('provider_error');
  const entries = readModelList(listing, list.slice(0, MOST_READ));
  const models = new Map<string, OfferedModel>();
  for (const each of entries) {
    const id = String(each.id);
    if (USABLE_NAME.test(id)) models.set(id, { id, chat: isChatModel(entry.kind, each) });
  }
  const sorted = [...models.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const truncated = sorted.length > MAX_MODELS || list.length > MOST_READ || hasMore(body, listing);
  return { models: sorted.slice(0, MAX_MODELS), truncated };
}

function hasMore(body: unknown, { more }: ModelListing): boolean {
  return more !== undefined && Boolean(memberOf(body, more));
}

function memberOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
}
