import type { Environment } from '@multilane/config';
import { isChatModel, type ProviderManifest, readModelList } from '@multilane/providers';
import { getJson } from './get-json.js';
import { arrangeModels, type ProviderModels } from './provider-models.js';
import { readLocalAddress } from './read-local-address.js';

const TIMEOUT_MS = 500;

interface Details {
  readonly family?: unknown;
}

/**
 * The models of a runtime on this machine, or wherever its environment variable says; undefined when none answers, and
 * for kinds that are no local runtime. Never rejects.
 */
export async function listLocalModels(
  { kind, localRuntime, environment: variable }: ProviderManifest,
  environment: Environment,
): Promise<ProviderModels | undefined> {
  if (localRuntime === undefined) return undefined;
  const { address: byDefault, basePath, models: listing, embeddingFamilies } = localRuntime;
  const address = readLocalAddress(variable && environment[variable.name], byDefault);
  if (address === undefined) return undefined;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { status, body } = await getJson({ url: `${address}${listing.path}`, signal });
    if (status !== 200 || !Array.isArray((body as Record<string, unknown> | null | undefined)?.[listing.list])) {
      return undefined;
    }
    const entries = readModelList(listing, body).filter(
      ({ details, ...entry }) =>
        !embeddingFamilies.test(String((details as Details | null | undefined)?.family ?? '')) &&
        isChatModel(kind, entry),
    );
    const names = entries.map(({ id }) => String(id));
    const baseUrl = `${address}${basePath}`;
    return { kind, baseUrl, source: 'asked', models: arrangeModels(names, []), total: names.length };
  } catch {
    // Nobody listens at this address, which is the usual case.
    return undefined;
  }
}
