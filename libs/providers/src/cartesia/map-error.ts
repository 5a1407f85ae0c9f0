import type { ProviderFailure } from '../provider-failure.js';
import { mapError as mapSharedError } from '../shared/failures/map-error.js';
import { parseJsonObject } from '../shared/texts/parse-json-object.js';

/** Says in the gateway's terms what a non-2xx answer means. Its body is `{ error_code, title, message, request_id }`. */
export function mapError(
  status: number,
  body: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): ProviderFailure {
  const parsed = parseJsonObject(body);
  if (parsed?.error_code === undefined) return mapSharedError(status, body, headers);
  const { error_code: code, message, title } = parsed;
  return mapSharedError(status, JSON.stringify({ error: { code, message: message ?? title } }), headers);
}
