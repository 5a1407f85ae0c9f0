import type { ProviderAdapter, ProviderTarget } from '../adapter.js';
import { createBatchCodec } from '../openai/batches-codec.js';
import { createChatCodec } from '../openai/chat-codec.js';
import { createCompletionsCodec } from '../openai/completions-codec.js';
import { addHeader, createAdapter } from '../openai/create-adapter.js';
import { referencePath } from '../openai/endpoint-paths.js';
import { createMediaCodecs } from '../openai/media/create-media-codecs.js';
import { AZURE_REALTIME_CALLS_CODEC } from '../openai/realtime/realtime-calls.js';
import { createClientSecretsCodec } from '../openai/realtime/realtime-secrets.js';
import { REFERENCE_ENDPOINTS } from '../openai/reference-endpoints.js';
import { REFERENCE_QUIRKS } from '../openai/reference-quirks.js';
import { createStoredObjectCodecs } from '../openai/stored-objects/create-stored-object-codecs.js';
import type { WireQuirks } from '../wire-quirks.js';
import { addressDeployment, deploymentPath, resourcePath } from './address.js';
import { AZURE_OPENAI_MANIFEST, DEFAULT_API_VERSION } from './manifest.js';
import { AZURE_REALTIME_CODEC } from './realtime.js';

/** `stream_options` came with 2024-09-01-preview; earlier versions answer 400 to a member they do not know. */
const FIRST_VERSION_WITH_STREAM_OPTIONS = '2024-09-01';

/** `max_completion_tokens` came with the same version. */
const EARLIER: WireQuirks = { ...REFERENCE_QUIRKS, streamUsage: 'none', tokenLimit: undefined };

/**
 * Azure's deployments of the reference provider's models: the deployment is in the address and the key in
 * `api-key` (learn.microsoft.com, Azure OpenAI REST API reference, "Chat completions").
 */
export const AZURE_OPENAI: ProviderAdapter = {
  ...createAdapter(AZURE_OPENAI_MANIFEST, REFERENCE_QUIRKS),
  endpoints: {
    ...REFERENCE_ENDPOINTS,
    chat: createChatCodec(REFERENCE_QUIRKS, quirksOf),
    completions: createCompletionsCodec(REFERENCE_QUIRKS, quirksOf),
  },
  exchanges: {
    ...createMediaCodecs(deploymentPath),
    ...createStoredObjectCodecs(resourcePath),
    clientSecrets: createClientSecretsCodec('/openai/v1/realtime/client_secrets'),
    realtimeCalls: AZURE_REALTIME_CALLS_CODEC,
  },
  batches: createBatchCodec({
    // learn.microsoft.com, Azure OpenAI, "Getting started with batch deployments": only deployments of the batch types run them.
    endpoints: ['chat'],
    maxLines: 100_000,
    place: resourcePath,
    nameEndpoint: referencePath,
  }),
  realtime: AZURE_REALTIME_CODEC,
  address: addressDeployment,
  authorize: (draft, secret) => addHeader(draft, 'api-key', secret),
};

function quirksOf({ apiVersion = DEFAULT_API_VERSION }: ProviderTarget): WireQuirks {
  return apiVersion < FIRST_VERSION_WITH_STREAM_OPTIONS ? EARLIER : REFERENCE_QUIRKS;
}
