import type { ProviderKind } from '@multilane/contracts';
import type { ProviderAdapter } from '../adapter.js';
import { joinAddress } from '../shared/join-address.js';
import { mapError } from '../shared/map-error.js';
import { DECISION_CODEC } from '../shared/systemone/decision-codec.js';

/** TypeSafe's own service (docs.typesafe.ai). Its base URL has no version path: `{base_url}/v1/systemone`. */
export const TYPESAFE = createAdapter('typesafe', 'https://api.typesafe.ai');

/**
 * The same wire format at an address of the operator's: a local runtime or another host
 * (docs/contract/decision.md#providers).
 */
export const SYSTEM_ONE = createAdapter('system-one', undefined);

function createAdapter(kind: ProviderKind, defaultBaseUrl: string | undefined): ProviderAdapter {
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
