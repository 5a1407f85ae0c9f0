import type { ModerationsRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { compileRequestSchema, requireJsonObject } from '../compile-request-schema.js';
import { moderationsRequestSchema } from '../schemas/moderations-request.schema.js';

const checkShape = compileRequestSchema(moderationsRequestSchema);

/**
 * Validates the body of POST /v1/moderations and returns the same object, without `stream: false`, which says nothing.
 * Throws for the first problem, with the field's path in `param`; no message repeats a value of the request.
 */
export function validateModerationsRequest(body: unknown): ModerationsRequest {
  const members = requireJsonObject(body);
  checkShape(members);
  delete members.stream;
  const request = members as ModerationsRequest;
  if (Array.isArray(request.input)) checkOneKind(request.input);
  return request;
}

/** A list holds texts, each judged by itself, or the parts of one multi-modal input. */
function checkOneKind(input: readonly unknown[]): void {
  const kind = typeof input[0];
  const wrong = input.findIndex((item) => typeof item !== kind);
  if (wrong === -1) return;
  const message = `\`input[${wrong}]\` must be of one kind with the items before it: all strings, or all content parts.`;
  throw new GatewayError('invalid_value', { param: `input[${wrong}]`, message });
}
