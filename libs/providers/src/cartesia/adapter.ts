import type { ProviderAdapter } from '../adapter.js';
import { GROUP_CAPABILITIES } from '../capabilities.js';
import { joinAddress } from '../shared/join-address.js';
import { CARTESIA_MANIFEST } from './manifest.js';
import { mapError } from './map-error.js';
import { SPEECH, VOICE_LIST } from './speech.js';
import { TRANSCRIPTIONS } from './transcriptions.js';

/** The version of the API that the codecs are written for (docs.cartesia.ai/use-the-api/api-conventions). */
const VERSION = '2026-08-14';

/** Cartesia (docs.cartesia.ai/api-reference). */
export const CARTESIA: ProviderAdapter = {
  kind: CARTESIA_MANIFEST.kind,
  capabilities: GROUP_CAPABILITIES.S,
  defaultBaseUrl: CARTESIA_MANIFEST.defaultBaseUrl,
  endpoints: {},
  exchanges: { speech: SPEECH, transcriptions: TRANSCRIPTIONS, voices: VOICE_LIST },
  address: (target) => joinAddress(target.baseUrl, ''),
  authorize: (draft, secret) => ({
    ...draft,
    headers: {
      // Every call names it; an operator may configure another.
      'cartesia-version': VERSION,
      ...draft.headers,
      ...(secret ? { authorization: `Bearer ${secret}` } : {}),
    },
  }),
  mapError,
};
