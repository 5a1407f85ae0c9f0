import type { DecisionRequest } from '@multilane/contracts';
import { compileRequestSchema, requireJsonObject } from '../compile-request-schema.js';
import { decisionRequestSchema } from '../schemas/decision-request.schema.js';

const checkShape = compileRequestSchema(decisionRequestSchema);

/**
 * Validates the body of POST /v1/decision (docs/contract/decision.md#request) and returns the same object, without
 * `stream: false`, which says nothing. Throws for the first problem, with the field's path in `param`
 * (`questions.<name>.criteria`).
 */
export function validateDecisionRequest(body: unknown): DecisionRequest {
  const members = requireJsonObject(body);
  checkShape(members);
  delete members.stream;
  return members as unknown as DecisionRequest;
}
