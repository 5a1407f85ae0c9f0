import type { ProviderAdapter } from '../adapter.js';
import { GROUP_CAPABILITIES } from '../capabilities.js';
import { mapError } from '../shared/failures/map-error.js';
import { joinAddress } from '../shared/join-address.js';
import { ASSEMBLYAI_MANIFEST } from './manifest.js';
import { TRANSCRIPTIONS } from './transcriptions.js';

/** AssemblyAI (assemblyai.com/docs/api-reference). It has no speech. Its key is in the header without a scheme. */
export const ASSEMBLYAI: ProviderAdapter = {
  kind: ASSEMBLYAI_MANIFEST.kind,
  capabilities: GROUP_CAPABILITIES.S,
  defaultBaseUrl: ASSEMBLYAI_MANIFEST.defaultBaseUrl,
  endpoints: {},
  exchanges: { transcriptions: TRANSCRIPTIONS },
  address: (target) => joinAddress(target.baseUrl, ''),
  authorize: (draft, secret) => (secret ? { ...draft, headers: { ...draft.headers, authorization: secret } } : draft),
  mapError,
};
