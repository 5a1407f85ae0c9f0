import type { ProviderAdapter } from '../adapter.js';
import { GROUP_CAPABILITIES } from '../capabilities.js';
import { joinAddress } from '../shared/join-address.js';
import { DEEPGRAM_MANIFEST } from './manifest.js';
import { mapError } from './map-error.js';
import { SPEECH, VOICE_LIST } from './speech.js';
import { TRANSCRIPTIONS } from './transcriptions.js';

/** Deepgram (developers.deepgram.com/reference). */
export const DEEPGRAM: ProviderAdapter = {
  kind: DEEPGRAM_MANIFEST.kind,
  capabilities: GROUP_CAPABILITIES.S,
  defaultBaseUrl: DEEPGRAM_MANIFEST.defaultBaseUrl,
  endpoints: {},
  exchanges: { speech: SPEECH, transcriptions: TRANSCRIPTIONS, voices: VOICE_LIST },
  address: (target) => joinAddress(target.baseUrl, ''),
  authorize: (draft, secret) =>
    secret ? { ...draft, headers: { ...draft.headers, authorization: `Token ${secret}` } } : draft,
  mapError,
};
