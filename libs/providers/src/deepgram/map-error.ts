import type { ProviderFailure } from '../provider-failure.js';
import { mapError as mapSharedError } from '../shared/failures/map-error.js';
import { parseJsonObject } from '../shared/texts/parse-json-object.js';

/**
 * Says in the gateway's terms what a non-2xx answer means. Its body is `{ err_code, err_msg }`, or `{ category, message, details }`
 * (developers.deepgram.com/docs/errors).
 */
export function mapError(
  status: number,
  body: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): ProviderFailure {
  const { err_code, err_msg, category, message } = parseJsonObject(body) ?? {};
  const error = { code: err_code ?? category, message: err_msg ?? message };
  return mapSharedError(status, JSON.stringify({ error }), headers);
}
