import type { EmbeddingsRequest } from '@multilane/contracts';
import type { ProviderTarget } from '../adapter.js';
import { readTaskType } from '../shared/generate-content/embedding-models.js';
import { type Losses, UNNAMED_LOSSES } from '../shared/losses.js';
import { EMBEDDINGS_MEMBERS, refuseMembersExcept } from '../shared/refuse-members.js';
import { readTexts } from '../shared/texts/read-texts.js';
import { splitList } from '../shared/texts/split-list.js';
import { nameModel } from './address.js';

/** "At most 100 requests can be in one batch", as the API says. */
const TEXTS_PER_CALL = 100;

/**
 * The JSON bodies of models.batchEmbedContents (ai.google.dev/api/embeddings), one for each 100 texts. Every text is a
 * content of its own: the parts of one content become one vector. `input_type` becomes the task type. Base64 is the
 * endpoint's; `user` has no counterpart and is left out. Throws `unsupported_parameter` for tokens and for members that
 * have no counterpart.
 *
 * Lossy: a text beyond the model's limit is cut by the provider without a word, and vectors of fewer dimensions than the
 * first generation's 3072 are not of unit length, as the provider sends them.
 */
export function encodeEmbeddings(
  request: Readonly<EmbeddingsRequest>,
  target: ProviderTarget,
  losses: Losses = UNNAMED_LOSSES,
): string[] {
  refuseMembersExcept(EMBEDDINGS_MEMBERS, request, losses);
  const name = nameModel(target);
  // JSON.stringify leaves out what is undefined.
  const options = {
    model: `models/${name}`,
    taskType: readTaskType(request, name),
    outputDimensionality: request.dimensions ?? undefined,
  };
  return splitList(readTexts(request), TEXTS_PER_CALL).map((texts) =>
    JSON.stringify({ requests: texts.map((text) => ({ ...options, content: { parts: [{ text }] } })) }),
  );
}
