import type { ProviderTarget, UpstreamAddress } from '../adapter.js';
import { addressMethod } from '../shared/generate-content/address-method.js';

/**
 * `{base_url}/v1/projects/{project}/locations/{location}/publishers/google/models/{model}:…`, the base by default the
 * location's own host (the cloud edition's reference, "Method: models.generateContent"). Without a location the global
 * one serves.
 */
export function addressPublisherModel(target: ProviderTarget, streaming: boolean): UpstreamAddress {
  const location = target.location || 'global';
  const model = target.upstreamModel.replace(/^(?:publishers\/google\/)?models\//, '');
  const path = [
    ['projects', target.project ?? ''],
    ['locations', location],
    ['publishers', 'google'],
    ['models', model],
  ].map(([collection, name = '']) => `/${collection}/${encodeURIComponent(name)}`);
  return addressMethod(target.baseUrl || hostOf(location), `/v1${path.join('')}`, streaming);
}

/** Hosts by location (cloud.google.com, "Deployments and endpoints"): global, the two multi-regions, regions. */
function hostOf(location: string): string {
  if (location === 'global') return 'https://aiplatform.googleapis.com';
  if (location === 'us' || location === 'eu') return `https://aiplatform.${location}.rep.googleapis.com`;
  return `https://${location}-aiplatform.googleapis.com`;
}
