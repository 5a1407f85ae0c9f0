import type { ChatRequest } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';

export interface JsonResponseFormat {
  readonly type: 'json_object';
  readonly schema?: Record<string, unknown> | undefined;
}

/**
 * `json_object`, with the schema attached where the caller gave one (docs/contract/translation.md#group-c); undefined
 * for plain text. The schema's member is `schema`, as in docs.cohere.com/docs/structured-outputs and in recorded calls,
 * where the API reference says `json_schema`. The caller's `name` is a label and is left out; a schema binds whatever
 * `strict` says.
 */
export function encodeResponseFormat(request: Readonly<ChatRequest>): JsonResponseFormat | undefined {
  const format = request.response_format;
  if (!format || format.type === 'text') return undefined;
  if (request.tools?.length) {
    // docs.cohere.com/reference/chat, "response_format", Limitation.
    throw unsupported('response_format', 'cannot be combined with `tools` for the provider of this model.');
  }
  if (format.type === 'json_object' || !format.json_schema.schema) return { type: 'json_object' };
  const { description, schema } = format.json_schema;
  return { type: 'json_object', schema: description ? { description, ...schema } : schema };
}
