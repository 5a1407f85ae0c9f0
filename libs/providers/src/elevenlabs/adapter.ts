import type { ProviderAdapter } from '../adapter.js';
import { GROUP_CAPABILITIES } from '../capabilities.js';
import { joinAddress } from '../shared/join-address.js';
import { ELEVENLABS_MANIFEST } from './manifest.js';
import { mapError } from './map-error.js';
import { SPEECH, VOICE_LIST } from './speech.js';
import { TRANSCRIPTIONS } from './transcriptions.js';

/** ElevenLabs (elevenlabs.io/docs/api-reference). */
export const ELEVENLABS: ProviderAdapter = {
  kind: ELEVENLABS_MANIFEST.kind,
  capabilities: GROUP_CAPABILITIES.S,
  defaultBaseUrl: ELEVENLABS_MANIFEST.defaultBaseUrl,
  endpoints: {},
  exchanges: { speech: SPEECH, transcriptions: TRANSCRIPTIONS, voices: VOICE_LIST },
  address: (target) => joinAddress(target.baseUrl, ''),
  authorize: (draft, secret) => (secret ? { ...draft, headers: { ...draft.headers, 'xi-api-key': secret } } : draft),
  mapError,
};
