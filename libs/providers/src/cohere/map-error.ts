import { ProviderFailure } from '../provider-failure.js';
import { mapErrorInAnswer, mapError as mapSharedError } from '../shared/failures/map-error.js';

/** A request or answer holds a deny-listed token (docs.cohere.com/reference/chat, errors, InvalidToken). */
const DENY_LISTED = 498;
/** The provider gave up on the request, which it advises to repeat (docs.cohere.com/reference/errors). */
const CANCELLED = 499;

/**
 * Says in the gateway's terms what a non-2xx answer means. Its body is `{ message, id }`; the message may quote the
 * prompt where the request was at fault, and reaches the log only where it was not.
 */
export function mapError(
  status: number,
  body: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): ProviderFailure {
  if (status === DENY_LISTED) {
    return new ProviderFailure('provider_rejected_request', {
      status,
      detail: `${status} deny-listed token`,
      publicMessage: "The provider's content filter refused the prompt.",
    });
  }
  if (status === CANCELLED) return new ProviderFailure('provider_error', { status, detail: `${status} cancelled` });
  return mapSharedError(status, body, headers);
}

/**
 * The failure that an answer with status 200 ends in, if it does: `finish_reason` ERROR or TIMEOUT, with `error` and
 * `error_type` beside it. A provider's error is never a finish reason (docs/contract/chat.md#finish-reasons).
 */
export function findFailure(ending: Readonly<Record<string, unknown>>): ProviderFailure | undefined {
  if (ending.finish_reason === 'TIMEOUT') {
    return new ProviderFailure('provider_timeout', { detail: 'finish_reason TIMEOUT' });
  }
  if (ending.finish_reason !== 'ERROR' && !ending.error) return undefined;
  return mapErrorInAnswer({ message: ending.error, type: ending.error_type ?? 'ERROR' });
}
