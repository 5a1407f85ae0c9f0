import type { ResponseFormat } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';

type SchemaFormat = Extract<ResponseFormat, { type: 'json_schema' }>['json_schema'];

/** The schema of an answer, for providers that take schemas alone. Throws `unsupported_parameter` if there is none. */
export function readSchema({
  json_schema: format,
}: Extract<ResponseFormat, { type: 'json_schema' }>): SchemaFormat & Required<Pick<SchemaFormat, 'schema'>> {
  if (format.schema) return { ...format, schema: format.schema };
  throw unsupported('response_format', 'must have a `schema` for the provider of this model.');
}
