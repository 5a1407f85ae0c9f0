import type { Endpoint, ProviderTarget, UpstreamAddress } from '../adapter.js';
import { joinAddress } from '../shared/join-address.js';

/** `{base_url}/v2/chat`, `/v2/embed` or `/v2/rerank` (docs.cohere.com/reference). */
export function addressEndpoint(target: ProviderTarget, endpoint: Endpoint): UpstreamAddress {
  const name = endpoint === 'embeddings' ? 'embed' : endpoint === 'rerank' ? 'rerank' : 'chat';
  return joinAddress(target.baseUrl, `/v2/${name}`);
}
