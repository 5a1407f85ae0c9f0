import type { Endpoint, ProviderTarget, UpstreamAddress } from '../adapter.js';
import { addressMethod } from '../shared/generate-content/address-method.js';
import { embedsContent } from '../shared/generate-content/embedding-models.js';
import { joinAddress } from '../shared/join-address.js';

/**
 * `{base_url}/v1/projects/{project}/locations/{location}/publishers/google/models/{model}:…`, the base by default the
 * location's own host (the cloud edition's reference, "Method: models.generateContent"). Without a location the global
 * one serves. Embedding models have one of two methods each.
 */
export function addressPublisherModel(target: ProviderTarget, endpoint: Endpoint, streaming: boolean): UpstreamAddress {
  const location = target.location || 'global';
  const model = nameModel(target);
  const steps = [
    ['projects', target.project ?? ''],
    ['locations', location],
    ['publishers', 'google'],
    ['models', model],
  ].map(([collection, name = '']) => `/${collection}/${encodeURIComponent(name)}`);
  const path = `/v1${steps.join('')}`;
  const baseUrl = target.baseUrl || hostOf(location);
  if (endpoint !== 'embeddings') return addressMethod(baseUrl, path, streaming);
  return joinAddress(baseUrl, `${path}:${embedsContent(model) ? 'embedContent' : 'predict'}`);
}

/** The model's bare name. */
export function nameModel(target: ProviderTarget): string {
  return target.upstreamModel.replace(/^(?:publishers\/google\/)?models\//, '');
}

/** Hosts by location (cloud.google.com, "Deployments and endpoints"): global, the two multi-regions, regions. */
function hostOf(location: string): string {
  if (location === 'global') return 'https://aiplatform.googleapis.com';
  if (location === 'us' || location === 'eu') return `https://aiplatform.${location}.rep.googleapis.com`;
  return `https://${location}-aiplatform.googleapis.com`;
}
