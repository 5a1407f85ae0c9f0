import type { Environment } from '@multilane/config';
import type { ProviderKind } from '@multilane/contracts';
import { getAdapter, isChatModel, MANIFESTS, readModelList } from '@multilane/providers';
import type { KeyedProvider } from './find-providers.js';
import { getJson } from './get-json.js';
import { arrangeModels, type ProviderModels } from './provider-models.js';

const TIMEOUT_MS = 2_000;

/**
 * Asks a provider for its models and keeps those for chat; falls back on the documented ones. Never rejects.
 *
 * @param baseUrl Where to ask; by default the kind's own address.
 */
export async function listProviderModels(
  provider: KeyedProvider,
  environment: Environment,
  baseUrl = MANIFESTS[provider.kind].defaultBaseUrl,
): Promise<ProviderModels> {
  const { defaultModels: documented, defaultSound: sound, models: listing } = MANIFESTS[provider.kind];
  if (sound && documented.length === 0) return { ...provider, source: 'documented', models: [], total: 0, sound };
  const fallBack = (problem: string): ProviderModels => ({
    ...provider,
    source: 'documented',
    models: documented,
    total: documented.length,
    problem,
  });
  if (listing === undefined) return fallBack('it has no list of models');
  const path = listing.chatPath ?? listing.path;
  const headers = authorize(provider.kind, environment[provider.variable]);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const { status, body } = await getJson({ url: `${baseUrl}${path}`, headers, signal, environment });
    if (status === 401 || saysKeyIsInvalid(body)) return { ...provider, source: 'refused', models: [], total: 0 };
    if (status !== 200) return fallBack(`it answered ${status}`);
    const entries = readModelList(listing, body).filter((entry) => isChatModel(provider.kind, entry));
    const names = entries.map(({ id }) => String(id));
    if (names.length === 0) return fallBack('its answer was not understood');
    return { ...provider, source: 'asked', models: arrangeModels(names, documented), total: names.length };
  } catch {
    // The welcome page says so beside the provider.
    return fallBack(signal.aborted ? `it took longer than ${TIMEOUT_MS / 1_000} s` : 'it could not be reached');
  }
}

/** The headers that carry a key: each kind has its own. */
function authorize(kind: ProviderKind, secret: string | undefined): Readonly<Record<string, string>> {
  const draft = { address: { origin: '', path: '' }, headers: {}, body: '' };
  return getAdapter(kind)?.authorize(draft, secret).headers ?? {};
}

/** Gemini answers 400 to a key it does not know, with this reason (https://cloud.google.com/apis/design/errors). */
function saysKeyIsInvalid(body: unknown): boolean {
  const { error } = (body ?? {}) as { error?: { details?: unknown } | null };
  const details: unknown = error?.details;
  return Array.isArray(details) && details.some((detail) => detail?.reason === 'API_KEY_INVALID');
}
