import type { ProviderAdapter } from '../../adapter.js';
import type { ProviderManifest } from '../../manifest.js';
import { mapError } from '../failures/map-error.js';
import { joinAddress } from '../join-address.js';
import { DECISION_CODEC } from './decision-codec.js';

/** The adapter of a kind that serves decision models at `{base_url}/v1/systemone` with a bearer key. */
export function createAdapter({ kind, defaultBaseUrl }: ProviderManifest): ProviderAdapter {
  return {
    kind,
    // The matrix is about chat, which decision models do not serve.
    capabilities: { refuses: new Set() },
    defaultBaseUrl,
    endpoints: { decision: DECISION_CODEC },
    address: (target) => joinAddress(target.baseUrl, '/v1/systemone'),
    // Local runtimes need no key.
    authorize: (draft, secret) =>
      secret ? { ...draft, headers: { ...draft.headers, authorization: `Bearer ${secret}` } } : draft,
    mapError,
  };
}
