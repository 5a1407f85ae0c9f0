import type { Environment } from '@multilane/config';
import { ALL_MANIFESTS } from '@multilane/providers';
import { type FoundProviders, findProviders } from './find-providers.js';
import { listLocalModels } from './list-local-models.js';
import { listProviderModels } from './list-provider-models.js';
import type { ProviderModels } from './provider-models.js';

export interface Discovery {
  readonly providers: readonly ProviderModels[];
  readonly notOffered: FoundProviders['notOffered'];
}

/** Finds the providers and asks all of them for their models at once. Takes two seconds at most; never rejects. */
export async function discoverProviders(environment: Environment): Promise<Discovery> {
  const { served, notOffered } = findProviders(environment);
  const answers = await Promise.all([
    ...served.map((provider) => listProviderModels(provider, environment)),
    ...ALL_MANIFESTS.map((manifest) => listLocalModels(manifest, environment)),
  ]);
  return { providers: answers.filter((answer) => answer !== undefined), notOffered };
}
