import { ProviderFailure } from '../provider-failure.js';
import { isContextLengthCode, isContextLengthMessage } from './context-length-wordings.js';
import { maskSecrets } from './mask-secrets.js';
import { type ProviderError, readProviderError } from './read-provider-error.js';
import { readRetryAfter } from './read-retry-after.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const PLAIN_PATH = /^[A-Za-z0-9_.[\]-]{1,128}$/;
/** A key that the provider refuses with a 400: Google's API_KEY_INVALID, xAI's "Incorrect API key provided". */
const REFUSED_KEY =
  /api[-_ ]?key[-_ ]?(?:is )?(?:not valid|invalid|expired)|(?:incorrect|invalid|expired)[-_ ]api[-_ ]?key/i;
/** Azure's content_filter, OpenAI's content_policy_violation and invalid_prompt, OpenRouter's moderation, xAI's words. */
const REFUSED_CONTENT =
  /content[-_ ]?(?:filter|policy|management)|invalid_prompt|moderation|flagged|ResponsibleAI|violates usage guidelines/i;
/** A local runtime that is not ready yet: llama.cpp's "Loading model", TGI's "Model x is currently loading". */
const LOADING = /loading (?:the )?model|model .{0,80}(?:is (?:still |currently )?loading|is being loaded)/i;
/** Statuses whose message may quote the prompt, which must not reach the log. */
const QUOTES_PROMPT: ReadonlySet<number> = new Set([400, 413, 422]);
const LONGEST_MESSAGE = 300;

/**
 * Says in the gateway's terms what a non-2xx answer of a provider means (docs/contract/limits.md#refusals,
 * docs/contract/errors.md#refusals). `body` is the answer's text.
 */
export function mapError(status: number, body: string, headers: Headers): ProviderFailure {
  return toFailure(status, status, readProviderError(parse(body)), headers);
}

/** The same for an error inside a 200 answer or a stream, given as parsed; the body may name the status. */
export function mapErrorInAnswer(body: unknown): ProviderFailure {
  const error = readProviderError(body);
  return toFailure(error.status, error.status ?? guessStatus(error), error, {});
}

/** An answer that cannot be read as the format promises; `what` is for the log and quotes nothing of the answer. */
export function unreadable(what: string): ProviderFailure {
  return new ProviderFailure('provider_error', { detail: `unreadable answer: ${what}` });
}

function toFailure(
  reported: number | undefined,
  status: number,
  error: ProviderError,
  headers: Headers,
): ProviderFailure {
  const refusesContent =
    REFUSED_CONTENT.test(describeKind(error)) || (status === 403 && REFUSED_CONTENT.test(error.message));
  const details = { status: reported, detail: describe(status, error, refusesContent) };
  const retryAfterSeconds = readRetryAfter(headers) ?? error.retryAfterSeconds;
  if (status === 429) {
    return new ProviderFailure('provider_rate_limited', { ...details, retryAfterSeconds });
  }
  if (isContextLengthCode(error.code) || isContextLengthCode(error.type)) {
    return new ProviderFailure('context_length_exceeded', details);
  }
  if (status === 401 || (status === 403 && !refusesContent) || (status === 400 && refusesKey(error))) {
    return new ProviderFailure('provider_error', { ...details, retryable: false });
  }
  if (status < 400 || status >= 500) {
    const loading = status >= 500 && LOADING.test(error.message);
    return new ProviderFailure('provider_error', { ...details, retryAfterSeconds, loading, retryable: status >= 500 });
  }
  if (QUOTES_PROMPT.has(status) && isContextLengthMessage(error.message)) {
    return new ProviderFailure('context_length_exceeded', details);
  }
  return new ProviderFailure('provider_rejected_request', {
    ...details,
    publicMessage: refusesContent ? "The provider's content filter refused the prompt." : undefined,
    param: PLAIN_PATH.test(error.param) ? error.param : undefined,
    retryable: status === 408 || status === 409,
  });
}

function refusesKey(error: ProviderError): boolean {
  return REFUSED_KEY.test(`${describeKind(error)} ${error.message}`);
}

/** The machine-readable part of an error. */
function describeKind(error: ProviderError): string {
  return [error.code, error.type, ...error.reasons].filter((part) => part !== '').join('/');
}

/** For the log: the provider's codes, and its words if they do not quote the prompt, without secrets. */
function describe(status: number, error: ProviderError, refusesContent: boolean): string {
  const kind = maskSecrets(describeKind(error)).slice(0, LONGEST_MESSAGE);
  const param = PLAIN_PATH.test(error.param) ? `param=${error.param}` : '';
  const message =
    QUOTES_PROMPT.has(status) || refusesContent ? '' : maskSecrets(error.message).slice(0, LONGEST_MESSAGE);
  return [String(status), kind, param, message].filter((part) => part !== '').join(' ');
}

/** Errors inside an answer often carry a type and no status. */
function guessStatus(error: ProviderError): number {
  const kind = describeKind(error);
  if (/rate_?limit|RESOURCE_EXHAUSTED|insufficient_quota/i.test(kind)) return 429;
  if (/authentication|invalid_api_key|unauthorized/i.test(kind)) return 401;
  return /invalid_request|content_filter|INVALID_ARGUMENT/i.test(kind) ? 400 : 500;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
