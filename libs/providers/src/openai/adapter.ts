import type { ProviderAdapter } from '../adapter.js';
import type { ExchangeCodecs } from '../exchange.js';
import { createBatchCodec, REFERENCE_BATCHES } from './batches-codec.js';
import { createAdapter } from './create-adapter.js';
import { OPENAI_MANIFEST } from './manifest.js';
import { createMediaCodecs } from './media/create-media-codecs.js';
import { REALTIME_CODEC } from './realtime/realtime.js';
import { REALTIME_CALLS_CODEC } from './realtime/realtime-calls.js';
import { createClientSecretsCodec } from './realtime/realtime-secrets.js';
import { REFERENCE_ENDPOINTS } from './reference-endpoints.js';
import { REFERENCE_QUIRKS } from './reference-quirks.js';
import { createStoredObjectCodecs } from './stored-objects/create-stored-object-codecs.js';

function atItsOwnPath(_target: unknown, path: string): string {
  return path;
}

/** Exchanges that it serves below its base URL, each at the reference's own path. */
const EXCHANGES: ExchangeCodecs = {
  ...createMediaCodecs(atItsOwnPath),
  ...createStoredObjectCodecs(atItsOwnPath),
  clientSecrets: createClientSecretsCodec('/realtime/client_secrets'),
  realtimeCalls: REALTIME_CALLS_CODEC,
};

/** The reference provider. With the base URL `…/openai/v1` of an Azure resource it also reaches Azure's v1 API. */
export const OPENAI: ProviderAdapter = {
  ...createAdapter(OPENAI_MANIFEST, REFERENCE_QUIRKS, REFERENCE_ENDPOINTS, EXCHANGES),
  batches: createBatchCodec(REFERENCE_BATCHES),
  realtime: REALTIME_CODEC,
};
