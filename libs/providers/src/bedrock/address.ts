import type { Endpoint, ProviderTarget, UpstreamAddress } from '../adapter.js';
import { joinAddress } from '../shared/join-address.js';

/**
 * `{base_url}/model/{modelId}/converse`, `…/converse-stream`, and `…/invoke` for embeddings
 * (docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html). The base is by default the region's own
 * host. Model ids hold colons, and ARNs slashes: the whole id is one segment of the path.
 */
export function addressModel(target: ProviderTarget, endpoint: Endpoint, streaming: boolean): UpstreamAddress {
  const operation = endpoint === 'embeddings' ? 'invoke' : streaming ? 'converse-stream' : 'converse';
  const model = encodeURIComponent(target.upstreamModel);
  return joinAddress(target.baseUrl || hostOf(target.region ?? ''), `/model/${model}/${operation}`);
}

/** docs.aws.amazon.com/general/latest/gr/bedrock.html; the regions of China have a domain of their own. */
function hostOf(region: string): string {
  return `https://bedrock-runtime.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}
