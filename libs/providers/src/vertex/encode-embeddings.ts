import type { EmbeddingsRequest } from '@multilane/contracts';
import type { ProviderTarget } from '../adapter.js';
import { embedsContent, readTaskType } from '../shared/generate-content/embedding-models.js';
import { type Losses, UNNAMED_LOSSES } from '../shared/losses.js';
import { EMBEDDINGS_MEMBERS, refuseMembersExcept } from '../shared/refuse-members.js';
import { readTexts } from '../shared/texts/read-texts.js';
import { splitList } from '../shared/texts/split-list.js';
import { nameModel } from './address.js';
import { splitByLength } from './split-by-length.js';

/** `gemini-embedding-001` takes one text a call; the other models of predict take 250 texts and 20,000 tokens. */
const ONE_BY_ONE = /^gemini-embedding-/;

/**
 * The JSON bodies for the cloud edition's embedding models: predict for `text-embedding-*` and `gemini-embedding-001`
 * (cloud.google.com, "Text embeddings API"), embedContent with one text a call for `gemini-embedding-2` and later. Texts
 * that are too long are rejected as by the reference provider, not cut. `input_type` becomes the task type. Base64 is the
 * endpoint's; `user` has no counterpart and is left out. Throws `unsupported_parameter` for tokens and for members that
 * have no counterpart.
 */
export function encodeEmbeddings(
  request: Readonly<EmbeddingsRequest>,
  target: ProviderTarget,
  losses: Losses = UNNAMED_LOSSES,
): string[] {
  refuseMembersExcept(EMBEDDINGS_MEMBERS, request, losses);
  const model = nameModel(target);
  const texts = readTexts(request);
  const task_type = readTaskType(request, model);
  // JSON.stringify leaves out what is undefined.
  const outputDimensionality = request.dimensions ?? undefined;
  if (embedsContent(model)) {
    return texts.map((text) => JSON.stringify({ content: { parts: [{ text }] }, outputDimensionality }));
  }
  const parameters = { autoTruncate: false, outputDimensionality };
  const calls = ONE_BY_ONE.test(model) ? splitList(texts, 1) : splitByLength(texts);
  return calls.map((call) =>
    JSON.stringify({ instances: call.map((content) => ({ content, task_type })), parameters }),
  );
}
