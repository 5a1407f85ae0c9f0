import type { EmbeddingsRequest } from '@multilane/contracts';
import { GatewayError, unsupported } from '@multilane/errors';
import type { ProviderTarget } from '../../adapter.js';
import { type Losses, UNNAMED_LOSSES } from '../../shared/losses.js';
import { type InputType, readInputType } from '../../shared/models/input-types.js';
import { isDefaultValue } from '../../shared/models/parameter-defaults.js';
import { EMBEDDINGS_MEMBERS, refuseMembersExcept } from '../../shared/refuse-members.js';
import { readTexts } from '../../shared/texts/read-texts.js';

/** Format of a family of embedding models: InvokeModel passes each model's own format through. */
interface EmbeddingFamily {
  /** The part of a model's id that names the family. */
  readonly id: string;
  readonly members: ReadonlySet<string>;
  readonly hasDimensions: boolean;
  encode(text: string, request: Readonly<EmbeddingsRequest>): object;
}

const TITAN: Pick<EmbeddingFamily, 'members' | 'encode'> = {
  members: new Set([...EMBEDDINGS_MEMBERS].filter((name) => name !== 'input_type')),
  encode: (inputText, { dimensions }) => ({ inputText, dimensions: dimensions ?? undefined }),
};

/**
 * Cohere's models want to know what the text is for. `input_type`, which its own API takes too, says so; without it the
 * text counts as a document. Text that is too long is rejected, never cut.
 */
const COHERE: Pick<EmbeddingFamily, 'members' | 'encode'> = {
  members: EMBEDDINGS_MEMBERS,
  encode: (text, { dimensions, input_type }) => ({
    texts: [text],
    input_type: readInputType(input_type) ?? 'search_document',
    truncate: 'NONE',
    embedding_types: ['float'],
    output_dimension: dimensions ?? undefined,
  }),
};

/**
 * Nova's purposes for what the text is for (docs.aws.amazon.com/nova/latest/userguide/embeddings-schema.html); without it
 * the text counts as one for an index. Text that is too long is rejected, never cut.
 */
const PURPOSES: Readonly<Record<InputType, string>> = {
  search_document: 'GENERIC_INDEX',
  search_query: 'GENERIC_RETRIEVAL',
  classification: 'CLASSIFICATION',
  clustering: 'CLUSTERING',
};

const NOVA: Pick<EmbeddingFamily, 'members' | 'encode'> = {
  members: EMBEDDINGS_MEMBERS,
  encode: (value, { dimensions, input_type }) => ({
    schemaVersion: 'nova-multimodal-embed-v1',
    taskType: 'SINGLE_EMBEDDING',
    singleEmbeddingParams: {
      embeddingPurpose: PURPOSES[readInputType(input_type) ?? 'search_document'],
      embeddingDimension: dimensions ?? undefined,
      text: { truncationMode: 'NONE', value },
    },
  }),
};

/** docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-titan-embed-text.html, …/model-parameters-embed.html */
const FAMILIES: readonly EmbeddingFamily[] = [
  { id: 'amazon.titan-embed-text-v2', hasDimensions: true, ...TITAN },
  { id: 'amazon.titan-embed-text-v1', hasDimensions: false, ...TITAN },
  { id: 'amazon.titan-embed-g1-text', hasDimensions: false, ...TITAN },
  { id: 'cohere.embed-english-v3', hasDimensions: false, ...COHERE },
  { id: 'cohere.embed-multilingual-v3', hasDimensions: false, ...COHERE },
  { id: 'cohere.embed-', hasDimensions: true, ...COHERE },
  { id: 'amazon.nova-2-multimodal-embeddings', hasDimensions: true, ...NOVA },
];

/**
 * The bodies of InvokeModel, one a text: group B embeds one call per input (docs/contract/embeddings.md#embeddings).
 * Throws a `GatewayError` for token arrays, for more inputs than the reference takes, for dimensions where the model
 * has one size, for members that it does not know, and for models of other families.
 */
export function encodeEmbeddings(
  request: Readonly<EmbeddingsRequest>,
  target: ProviderTarget,
  losses: Losses = UNNAMED_LOSSES,
): string[] {
  const family = FAMILIES.find(({ id }) => target.upstreamModel.includes(id));
  if (family === undefined) {
    throw new GatewayError('unsupported_provider', {
      param: 'model',
      message: "The model's provider serves embeddings only for Titan Text, Nova and Cohere models.",
    });
  }
  refuseMembersExcept(family.members, request, losses);
  if (!family.hasDimensions && !isDefaultValue('dimensions', request.dimensions)) {
    throw unsupported('dimensions', 'is not supported: this provider offers this model in one size only.');
  }
  return readTexts(request).map((text) => JSON.stringify(family.encode(text, request)));
}
