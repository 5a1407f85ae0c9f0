import { chatRequestSchema } from './chat-request.schema.js';
import { completionsRequestSchema } from './completions-request.schema.js';
import { decisionRequestSchema } from './decision-request.schema.js';
import { embeddingsRequestSchema } from './embeddings-request.schema.js';
import { countTokensRequestSchema, messagesRequestSchema } from './messages-request.schema.js';
import { moderationsRequestSchema } from './moderations-request.schema.js';
import { rerankRequestSchema } from './rerank-request.schema.js';
import { responsesRequestSchema } from './responses-request.schema.js';
import type { RequestSchema } from './schema-words.js';

/** What the body of each endpoint may be, by the endpoint's path. */
export const REQUEST_SCHEMAS: Readonly<Record<string, RequestSchema>> = {
  '/v1/chat/completions': chatRequestSchema,
  '/v1/responses': responsesRequestSchema,
  '/v1/messages': messagesRequestSchema,
  '/v1/messages/count_tokens': countTokensRequestSchema,
  '/v1/completions': completionsRequestSchema,
  '/v1/embeddings': embeddingsRequestSchema,
  '/v1/rerank': rerankRequestSchema,
  '/v1/moderations': moderationsRequestSchema,
  '/v1/decision': decisionRequestSchema,
};

/** The schema in plain JSON Schema 2020-12, for documentation: a refused member says why it is refused. */
export function toPlainSchema(schema: RequestSchema): Record<string, unknown> {
  return plain(schema) as Record<string, unknown>;
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const { refusal, rawInteger, ...schema } = value as RequestSchema;
  const members = Object.entries(schema).map(([name, member]) => [
    name,
    isNamed(name) ? mapMembers(member) : plain(member),
  ]);
  const described = refusal === undefined ? {} : { description: `Not supported. ${refusal}` };
  return rawInteger === true ? { type: 'integer' } : { ...Object.fromEntries(members), ...described };
}

/** Keywords whose members are named by the request, not by JSON Schema. */
function isNamed(keyword: string): boolean {
  return keyword === 'properties';
}

function mapMembers(properties: unknown): unknown {
  return Object.fromEntries(Object.entries(properties as object).map(([name, schema]) => [name, plain(schema)]));
}
