import { parseBoundedJson } from '@multilane/contracts';
import { FAULTS, type Fault } from '../../fault.js';
import { ProviderFailure } from '../../provider-failure.js';
import { findFault } from '../faults/find-fault.js';
import { findParam, isPlainPath } from '../faults/find-param.js';
import { readSuggestedFormat } from '../texts/suggested-format.js';
import { maskSecrets } from './mask-secrets.js';
import { type ProviderError, readProviderError } from './read-provider-error.js';
import { readRetryAfter } from './read-retry-after.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

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
  const fault = findFault(status, error);
  const refusesContent = fault === 'refused_content';
  const suggests = status < 500 ? readSuggestedFormat(error.message) : undefined;
  const refusesThinking = status < 500 && isForeignThinking(error);
  const details = { status: reported, detail: describe(status, error, fault), fault, suggests, refusesThinking };
  const retryAfterSeconds = readRetryAfter(headers) ?? error.retryAfterSeconds;
  if (fault !== undefined && !refusesContent) {
    const { code, retryable } = FAULTS[fault];
    return new ProviderFailure(code, { ...details, retryable, ...waitOf(fault, retryAfterSeconds) });
  }
  if (status < 400 || status >= 500) {
    const loading = status >= 500 && LOADING.test(error.message);
    return new ProviderFailure('provider_error', { ...details, retryAfterSeconds, loading, retryable: status >= 500 });
  }
  return new ProviderFailure('provider_rejected_request', {
    ...details,
    publicMessage: refusesContent ? "The provider's content filter refused the prompt." : undefined,
    param: findParam(error),
    retryable: status === 408 || status === 409,
  });
}

/**
 * OpenAI's "The encrypted content gAAA… could not be verified" (`invalid_encrypted_content`), which keys of another organization get too
 * (github.com/openai/codex, issue 8145), and what other hosts say of it.
 */
const FOREIGN_THINKING =
  /encrypted[ _]content.{0,200}?(?:could not be|cannot be|can't be|failed to be) (?:verified|decrypted|parsed)|could not (?:decrypt|verify) .{0,80}?encrypted[ _]content/is;

function isForeignThinking({ code, message }: ProviderError): boolean {
  return code === 'invalid_encrypted_content' || FOREIGN_THINKING.test(message.slice(0, 2000));
}

/** A wait helps against a limit or an overload, and against nothing else. */
function waitOf(fault: Fault, retryAfterSeconds: number | undefined): { retryAfterSeconds?: number | undefined } {
  return fault === 'rate_limited' || fault === 'overloaded' ? { retryAfterSeconds } : {};
}

/** The machine-readable part of an error. */
function describeKind(error: ProviderError): string {
  return [error.code, error.type, ...error.reasons].filter((part) => part !== '').join('/');
}

/** For the log: the provider's codes, and its words if they do not quote the prompt, without secrets. */
function describe(status: number, error: ProviderError, fault: Fault | undefined): string {
  const kind = maskSecrets(describeKind(error)).slice(0, LONGEST_MESSAGE);
  const param = isPlainPath(error.param) ? `param=${error.param}` : '';
  const mayQuote = QUOTES_PROMPT.has(status) || fault === 'refused_content';
  const message = mayQuote ? describeFault(fault) : maskSecrets(error.message).slice(0, LONGEST_MESSAGE);
  return [String(status), kind, param, message].filter((part) => part !== '').join(' ');
}

/** The cause in our words, where the provider's own must not be shown and the operator has to act. */
function describeFault(fault: Fault | undefined): string {
  return fault !== undefined && FAULTS[fault].whose !== 'caller' ? fault : '';
}

/** Errors inside an answer often carry a type and no status. */
function guessStatus(error: ProviderError): number {
  const kind = describeKind(error);
  if (/(?:rate|request)_?limit|too_?many_?requests|RESOURCE_EXHAUSTED|insufficient_quota/i.test(kind)) return 429;
  if (/billing_error|payment_required/i.test(kind)) return 402;
  if (/not_found_error|model_not_found/i.test(kind)) return 404;
  if (/authentication|invalid_api_key|unauthorized/i.test(kind)) return 401;
  return /invalid_?request|bad_?request|content_filter|INVALID_ARGUMENT|tool_use_failed|json_validate_failed/i.test(
    kind,
  )
    ? 400
    : 500;
}

function parse(body: string): unknown {
  try {
    return parseBoundedJson(body);
  } catch {
    return body;
  }
}
