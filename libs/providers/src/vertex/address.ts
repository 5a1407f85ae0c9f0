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
  const path = pathOfModel(target);
  const baseUrl = baseUrlOf(target);
  if (endpoint !== 'embeddings') return addressMethod(baseUrl, path, streaming);
  return joinAddress(baseUrl, `${path}:${embedsContent(nameModel(target)) ? 'embedContent' : 'predict'}`);
}

/** The path of the model, to which a method is added. */
export function pathOfModel(target: ProviderTarget): string {
  return `${pathOfPublisher(target, 'google')}/models/${encodeURIComponent(nameModel(target))}`;
}

/** The path of those whose models the platform serves. */
export function pathOfPublisher(target: ProviderTarget, publisher: string): string {
  const project = encodeURIComponent(target.project ?? '');
  return `/v1/projects/${project}/locations/${encodeURIComponent(locationOf(target))}/publishers/${publisher}`;
}

/** A path below the base URL, which follows from the location if none is configured. */
export function addressCall(target: ProviderTarget, path: string): UpstreamAddress {
  return joinAddress(baseUrlOf(target), path);
}

function baseUrlOf(target: ProviderTarget): string {
  return target.baseUrl || hostOf(locationOf(target));
}

function locationOf(target: ProviderTarget): string {
  return target.location || 'global';
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
