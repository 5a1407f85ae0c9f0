import type { EmbeddingsRequest } from '@multilane/contracts';
import { checkInput } from '../check-input.js';
import { compileRequestSchema, requireJsonObject } from '../compile-request-schema.js';
import { embeddingsRequestSchema } from '../schemas/embeddings-request.schema.js';

const checkShape = compileRequestSchema(embeddingsRequestSchema);

/**
 * Validates the body of POST /v1/embeddings (docs/contract/embeddings.md#embeddings) and returns the same object. Known
 * optional members that are null are removed; unknown members stay unchanged, for group R.
 *
 * Throws for the first problem: `unsupported_parameter` for `stream: true` and deprecated members, else `invalid_value`,
 * with the field's path in `param`. No message repeats a value of the request. Which models take tokens or `dimensions` their codecs know.
 */
export function validateEmbeddingsRequest(body: unknown): EmbeddingsRequest {
  const members = requireJsonObject(body);
  checkShape(members);
  const request = members as EmbeddingsRequest;
  checkInput(request.input);
  return request;
}
