import type { EmbeddingsRequest } from '@multilane/contracts';
import type { EndpointCodecs } from '../adapter.js';
import { type Losses, UNNAMED_LOSSES } from '../shared/losses.js';
import type { EmbeddingsQuirks } from '../wire-quirks.js';
import { decodeEmbeddings } from './decode-embeddings.js';
import { omitMembers } from './encode-chat-request.js';

export const REFERENCE_EMBEDDINGS: EmbeddingsQuirks = { renames: {}, omits: [], encodesBase64: true };

/** Embeddings of group R: the request as it came with the model swapped (docs/contract/embeddings.md#embeddings). */
export function createEmbeddingsCodec(quirks: EmbeddingsQuirks): NonNullable<EndpointCodecs['embeddings']> {
  return {
    encode: (request, target, losses = UNNAMED_LOSSES) => [
      encodeEmbeddings(request, target.upstreamModel, quirks, losses),
    ],
    decode: decodeEmbeddings,
  };
}

function encodeEmbeddings(
  request: Readonly<EmbeddingsRequest>,
  model: string,
  quirks: EmbeddingsQuirks,
  losses: Losses,
): string {
  // Members are removed by setting them to undefined, which JSON.stringify leaves out.
  const body: EmbeddingsRequest = { ...request, model };
  for (const [name, providersName] of Object.entries(quirks.renames)) {
    if (body[name] === undefined) continue;
    body[providersName] = body[name];
    body[name] = undefined;
  }
  if (!quirks.encodesBase64 && body.encoding_format === 'base64') body.encoding_format = undefined;
  omitMembers(body, quirks.omits, losses);
  return JSON.stringify(body);
}
