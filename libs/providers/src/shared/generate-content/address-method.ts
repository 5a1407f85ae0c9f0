import type { UpstreamAddress } from '../../adapter.js';
import { joinAddress } from '../join-address.js';

/** The address of a model's method under a base URL: `{path}:generateContent`, or its streaming form as SSE. */
export function addressMethod(baseUrl: string, path: string, streaming: boolean): UpstreamAddress {
  const address = joinAddress(baseUrl, `${path}:${streaming ? 'streamGenerateContent' : 'generateContent'}`);
  if (!streaming) return address;
  // Without it the provider sends one long JSON array.
  return { ...address, path: `${address.path}${address.path.includes('?') ? '&' : '?'}alt=sse` };
}
