import type { RerankRequest } from '@multilane/contracts';
import { compileRequestSchema, requireJsonObject } from '../compile-request-schema.js';
import { rerankRequestSchema } from '../schemas/rerank-request.schema.js';

const checkShape = compileRequestSchema(rerankRequestSchema);

/**
 * Validates the body of POST /v1/rerank (docs/contract/rerank.md#rerank) and returns the same object. Known optional
 * members that are null are removed; unknown members stay unchanged, for group R. A `top_n` above
 * the number of documents asks for all of them.
 *
 * Throws for the first problem: `unsupported_parameter` for `stream: true` and deprecated members, else `invalid_value`,
 * with the field's path in `param`. No message repeats a value of the request.
 */
export function validateRerankRequest(body: unknown): RerankRequest {
  const members = requireJsonObject(body);
  checkShape(members);
  return members as RerankRequest;
}
