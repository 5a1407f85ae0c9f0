import type { EndpointCodecs, ProviderAdapter } from '../adapter.js';
import type { ProviderManifest } from '../manifest.js';
import type { CompatibleWire, EmbeddingsQuirks, WireQuirks } from '../wire-quirks.js';
import { createCompletionsCodec } from './completions-codec.js';
import { createAdapter } from './create-adapter.js';
import { createEmbeddingsCodec, REFERENCE_EMBEDDINGS } from './embeddings-codec.js';
import { createCompatibleMedia } from './media/create-media-codecs.js';
import { REALTIME_CODEC } from './realtime/realtime.js';
import { createRerankCodec } from './rerank-codec.js';
import { createResponsesCodecs } from './responses/create-responses-codecs.js';
import { COMPATIBLE_RESPONSES } from './responses/responses-quirks.js';

/** Wire of a compatible kind whose manifest says nothing else. */
export const COMPATIBLE_WIRE: WireQuirks = {
  streamUsage: 'option',
  keepsUsageOnChoices: false,
  knowsDeveloperRole: false,
  renames: {},
  omits: [],
  omitsDefaults: [],
  ignores: [],
  withholdsTools: false,
  sentReasoning: 'reasoning_content',
  knowsSignatures: false,
  callIds: undefined,
  tokenLimit: undefined,
  joinsTexts: false,
  refusesNames: false,
  refusesMembers: [],
  roles: undefined,
  demandsReasoning: false,
  refusesUnusedReasoning: false,
  fillsContent: false,
  uniqueCallIds: false,
  members: [],
};

/** Not every server has base64, which the official SDKs ask for by default. */
const COMPATIBLE_EMBEDDINGS: EmbeddingsQuirks = { ...REFERENCE_EMBEDDINGS, encodesBase64: false };

/** The adapter of a kind that speaks the reference format without being its owner: `wire` of its manifest is all there is. */
export function createCompatibleAdapter(manifest: ProviderManifest, wire: CompatibleWire): ProviderAdapter {
  const quirks: WireQuirks = { ...COMPATIBLE_WIRE, ...wire };
  const adapter = createAdapter(
    manifest,
    quirks,
    createEndpoints(quirks, wire),
    createCompatibleMedia(wire.media ?? []),
  );
  return {
    ...adapter,
    ...(wire.translatedLimit && { translatedLimit: wire.translatedLimit }),
    ...(wire.realtime && { realtime: { ...REALTIME_CODEC, isBeyondReference: true } }),
  };
}

function createEndpoints(
  quirks: WireQuirks,
  { embeddings, rerank, responses, servesCompletions }: CompatibleWire,
): EndpointCodecs {
  return {
    ...(responses ? createResponsesCodecs({ ...COMPATIBLE_RESPONSES, ...responses }) : {}),
    ...(servesCompletions ? { completions: createCompletionsCodec(quirks) } : {}),
    ...(embeddings ? { embeddings: createEmbeddingsCodec({ ...COMPATIBLE_EMBEDDINGS, ...embeddings }) } : {}),
    ...(rerank ? { rerank: createRerankCodec(rerank) } : {}),
  };
}
