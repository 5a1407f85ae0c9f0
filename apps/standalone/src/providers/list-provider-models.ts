import type { Environment } from '@multilane/config';
import { getAdapter } from '@multilane/providers';
import { DOCUMENTED_MODELS } from './documented-models.js';
import type { KeyedProvider } from './find-providers.js';
import { getJson } from './get-json.js';
import { isChatModel } from './is-chat-model.js';
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
  baseUrl = getAdapter(provider.kind)?.defaultBaseUrl,
): Promise<ProviderModels> {
  const documented = DOCUMENTED_MODELS[provider.kind] ?? [];
  const fallBack = (problem: string): ProviderModels => ({
    ...provider,
    source: 'documented',
    models: documented,
    total: documented.length,
    problem,
  });
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const { status, body } = await getJson({
      url: `${baseUrl}/models`,
      headers: { authorization: `Bearer ${environment[provider.variable]}` },
      signal,
      environment,
    });
    if (status === 401) return { ...provider, source: 'refused', models: [], total: 0 };
    if (status !== 200) return fallBack(`it answered ${status}`);
    const names = readModelNames(provider, body);
    if (names.length === 0) return fallBack('its answer was not understood');
    return { ...provider, source: 'asked', models: arrangeModels(names, documented), total: names.length };
  } catch {
    return fallBack(signal.aborted ? `it took longer than ${TIMEOUT_MS / 1_000} s` : 'it could not be reached');
  }
}

/** `{ data: [{ id }] }` as in the reference format; together answers the bare list. */
function readModelNames({ kind }: KeyedProvider, body: unknown): string[] {
  const list = Array.isArray(body) ? body : (body as { data?: unknown } | null | undefined)?.data;
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: Record<string, unknown> | null) =>
    typeof entry?.id === 'string' && isChatModel(kind, entry) ? entry.id : [],
  );
}
