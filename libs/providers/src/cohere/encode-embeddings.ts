import type { EmbeddingsRequest } from '@multilane/contracts';
import type { ProviderTarget } from '../adapter.js';
import { type Losses, UNNAMED_LOSSES } from '../shared/losses.js';
import { readInputType } from '../shared/models/input-types.js';
import { EMBEDDINGS_MEMBERS, refuseMembersExcept } from '../shared/refuse-members.js';
import { readTexts } from '../shared/texts/read-texts.js';
import { splitList } from '../shared/texts/split-list.js';

/** "Maximum number of texts per call is 96" (docs.cohere.com/reference/embed). */
const TEXTS_PER_CALL = 96;

/**
 * The JSON bodies of POST /v2/embed (docs.cohere.com/reference/embed), one for each 96 texts. The provider insists on an
 * `input_type`: without one the texts are embedded as `search_document`, and a caller that searches sends
 * `search_query`. Texts that are too long are rejected as by the reference provider, not cut. Base64 is the endpoint's.
 * `user` has no counterpart and is left out: an identifier for the provider's own abuse checks. Throws
 * `unsupported_parameter` for tokens and for members that have no counterpart.
 */
export function encodeEmbeddings(
  request: Readonly<EmbeddingsRequest>,
  target: ProviderTarget,
  losses: Losses = UNNAMED_LOSSES,
): string[] {
  refuseMembersExcept(EMBEDDINGS_MEMBERS, request, losses);
  const input_type = readInputType(request.input_type) ?? 'search_document';
  return splitList(readTexts(request), TEXTS_PER_CALL).map((texts) =>
    JSON.stringify({
      model: target.upstreamModel,
      texts,
      input_type,
      embedding_types: ['float'],
      // JSON.stringify leaves out what is undefined.
      output_dimension: request.dimensions ?? undefined,
      truncate: 'NONE',
    }),
  );
}
