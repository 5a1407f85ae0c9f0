import { isRecord, parseBoundedJson } from '@multilane/contracts';
import { ProviderFailure } from '../provider-failure.js';
import { mapError as mapSharedError } from '../shared/failures/map-error.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Statuses of exceptions, for their own is missing in a stream and misleading elsewhere
 * (docs.aws.amazon.com/bedrock/latest/userguide/troubleshooting-api-error-codes.html;
 * …/APIReference/CommonErrors.html).
 */
const STATUSES: ReadonlyMap<string, number> = new Map([
  ...['Throttling', 'TooManyRequests', 'ServiceQuotaExceeded'].map((name) => [name, 429] as const),
  ...['AccessDenied', 'UnrecognizedClient', 'InvalidSignature', 'IncompleteSignature', 'SignatureDoesNotMatch'].map(
    (name) => [name, 403] as const,
  ),
  ...['ExpiredToken', 'InvalidClientTokenId', 'MissingAuthenticationToken', 'NotAuthorized', 'OptInRequired'].map(
    (name) => [name, 403] as const,
  ),
  ['Validation', 400],
  ['ResourceNotFound', 404],
  ['InternalServer', 500],
  ['InternalFailure', 500],
  ['ServiceUnavailable', 503],
]);

/**
 * Says in the gateway's terms what a non-2xx answer means. The exception's name is in a header
 * (`ValidationException:http://…`) or in the body (`{"__type": "…#ValidationException"}`).
 */
export function mapError(status: number, body: string, headers: Headers): ProviderFailure {
  const parsed = parse(body);
  const header = [headers['x-amzn-errortype']].flat()[0];
  const named = [header, isRecord(parsed) ? parsed.__type : undefined].find((name) => typeof name === 'string');
  return mapException(String(named ?? ''), parsed, status, headers);
}

/** The same for an exception by its name and its parsed body, as in a stream or inside a 2xx answer. */
export function mapException(name: string, body: unknown, status = 500, headers: Headers = {}): ProviderFailure {
  const type = name.slice(name.indexOf('#') + 1).replace(/:.*$/, '');
  // Events name exceptions with a small letter: `throttlingException`.
  const stem = (type.charAt(0).toUpperCase() + type.slice(1)).replace(/Exception$/, '');
  const detail = `${status} ${type}`.slice(0, 100);
  switch (stem) {
    case 'ModelTimeout':
      return new ProviderFailure('provider_timeout', { status, detail });
    case 'ModelNotReady':
      return new ProviderFailure('provider_error', { status, detail, loading: true });
    case 'ModelError':
    case 'ModelStreamError':
      return new ProviderFailure('provider_error', { status, detail });
  }
  const message = isRecord(body) ? (body.message ?? body.Message) : body;
  return mapSharedError(STATUSES.get(stem) ?? status, JSON.stringify({ type, message }), headers);
}

function parse(body: string): unknown {
  try {
    return parseBoundedJson(body);
  } catch {
    return body;
  }
}
