import { isRecord } from '@multilane/contracts';
import type { ProviderFailure } from '../provider-failure.js';
import { mapError as mapSharedError } from '../shared/failures/map-error.js';
import { parseJsonObject } from '../shared/texts/parse-json-object.js';

/**
 * Says in the gateway's terms what a non-2xx answer means. Its body is `{ detail: { status, message } }`, or a list of
 * validation errors as the shared reader knows them. A quota that is used up is a 401 there.
 */
export function mapError(
  status: number,
  body: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): ProviderFailure {
  const detail = parseJsonObject(body)?.detail;
  if (!isRecord(detail)) return mapSharedError(status, body, headers);
  const { message, status: code, code: finer = code, param } = detail;
  return mapSharedError(status, JSON.stringify({ error: { message, code: finer, param } }), headers);
}
