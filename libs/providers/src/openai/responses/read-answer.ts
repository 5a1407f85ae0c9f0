import { isRecord } from '@multilane/contracts';
import { ProviderFailure } from '../../provider-failure.js';
import { mapErrorInAnswer, unreadable } from '../../shared/failures/map-error.js';
import { mapResponsesUsage } from './map-usage.js';

type Json = Record<string, unknown>;

/** A response whose output can be read. */
export type ReadableResponse = Json & { readonly output: readonly Json[]; readonly status: 'completed' | 'incomplete' };

/**
 * The response itself, complete or cut off. Throws a `ProviderFailure` for one that failed, that is still being made, or that is
 * something else; what it used is paid for all the same.
 */
export function readResponse(body: unknown): ReadableResponse {
  try {
    return assertResponse(body);
  } catch (error) {
    if (error instanceof ProviderFailure && isRecord(body)) error.usage = mapResponsesUsage(body);
    throw error;
  }
}

function assertResponse(body: unknown): ReadableResponse {
  if (!isRecord(body)) throw unreadable('not an object');
  if (body.error) throw mapFailure(body.error);
  const { output } = body;
  const status = body.status ?? 'completed';
  if (status === 'failed') throw unreadable('failed without an error');
  if (status !== 'completed' && status !== 'incomplete') throw unreadable('no complete response');
  if (!Array.isArray(output) || !output.every(isItem)) throw unreadable('no output');
  return status === body.status ? (body as ReadableResponse) : ({ ...body, status } as unknown as ReadableResponse);
}

/** Every reader walks the contents of messages and the texts of calls. */
function isItem(item: unknown): item is Json {
  if (!isRecord(item) || typeof item.type !== 'string') return false;
  if (item.type === 'message') return Array.isArray(item.content) && item.content.every(isRecord);
  if (item.type === 'function_call') return isCall(item) && isText(item.arguments);
  return item.type !== 'custom_tool_call' || (isCall(item) && isText(item.input));
}

function isCall({ call_id: id, name }: Json): boolean {
  return typeof id === 'string' && id !== '' && typeof name === 'string' && name !== '';
}

function isText(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}

/** Codes of a failed response that speak of the request (developers.openai.com/api/reference/resources/responses, `error.code`). */
const CALLERS_FAULT =
  /^(?:invalid_prompt|bio_policy|misalignment_policy_violation|data_residency_mismatch|unsupported_image_media_type|empty_image_file|failed_to_download_image|invalid_(?:base64_)?image\w*|image_\w+)$/;

/** Maps the error of a failed response, or of an `error` event. */
export function mapFailure(error: unknown): ProviderFailure {
  if (isRecord(error) && CALLERS_FAULT.test(String(error.code))) {
    return mapErrorInAnswer({ error: { ...error, status: 400 } });
  }
  return mapErrorInAnswer({ error });
}
