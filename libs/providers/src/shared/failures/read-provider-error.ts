import { isRecord } from '@multilane/contracts';
import { limitWait, parseDuration } from './read-retry-after.js';

/** A provider's error, whatever its shape; empty strings for what it does not say. */
export interface ProviderError {
  readonly message: string;
  readonly code: string;
  readonly type: string;
  /** The request field that it names, as a path. */
  readonly param: string;
  /** The HTTP status that the body itself names, as errors inside a 200 answer do. */
  readonly status: number | undefined;
  /**
   * Finer codes beside the error: Azure's `innererror`, Google's `details[].reason` and quotas, OpenRouter's `metadata`, Groq's member
   * `failed_generation`.
   */
  readonly reasons: readonly string[];
  /** Seconds for which the provider wants to be left alone: Google's RetryInfo (google.rpc, error_details.proto). */
  readonly retryAfterSeconds: number | undefined;
}

/**
 * Reads an error out of a parsed body or a stream's event:
 * `{error: {message, type, param, code}}` (reference), `{error: "text"}` (Ollama, xAI), `[{error}]` (Google),
 * `{message, type, param, code}` (Mistral, Cerebras), `{detail: "text" | [{loc, msg}]}` (FastAPI, NVIDIA), `{errors: [{…}]}`
 * (Cloudflare), `{error_code, error_type, error_message}` (Databricks, NVIDIA), `{base_resp}` (MiniMax), plain text.
 */
export function readProviderError(body: unknown): ProviderError {
  const { code, message, param, reasons, type, ...more } = readWhole(body);
  return {
    ...more,
    message: message.slice(0, LONGEST_MESSAGE),
    code: code.slice(0, LONGEST_WORD),
    type: type.slice(0, LONGEST_WORD),
    param: param.slice(0, LONGEST_WORD),
    reasons: reasons.slice(0, MOST_REASONS).map((reason) => reason.slice(0, LONGEST_WORD)),
  };
}

/** Errors within answers and streams may have megabytes: what says something is at the beginning, and many patterns look at it. */
const LONGEST_MESSAGE = 64 * 1024;
const LONGEST_WORD = 1_000;
const MOST_REASONS = 50;

function readWhole(body: unknown): ProviderError {
  const outer = Array.isArray(body) ? body[0] : body;
  if (!isRecord(outer)) return { ...NOTHING, message: typeof outer === 'string' ? outer : '' };
  const error = [outer.error, toArray(outer.errors)[0], outer.base_resp].find(isRecord) ?? outer;
  const issues = findIssues(error);
  return {
    message:
      [error.message, outer.error, error.detail, error.title, error.error_message, error.msg, error.status_msg].find(
        isText,
      ) ?? issues.map(({ msg }) => msg).join('; '),
    code: readCode(error.code) || readCode(outer.code) || readCode(error.error_code),
    type: [error.type, error.status, outer.type, error.error_type].find(isText) ?? '',
    param: isText(error.param) ? error.param : (issues[0]?.path ?? findViolatedField(error)),
    status: [error.code, error.status, error.status_code].map(Number).find(isStatus),
    reasons: readReasons(error),
    retryAfterSeconds: readRetryDelay(error),
  };
}

const NOTHING: ProviderError = {
  message: '',
  code: '',
  type: '',
  param: '',
  status: undefined,
  reasons: [],
  retryAfterSeconds: undefined,
};

/** FastAPI's validation errors: `loc` is `["body", "stream_options", "include_usage"]`. Mistral nests them. */
function findIssues(error: Record<string, unknown>): { msg: string; path: string }[] {
  const detail = isRecord(error.message) ? error.message.detail : error.detail;
  return (Array.isArray(detail) ? detail : []).filter(isRecord).map((issue) => ({
    msg: isText(issue.msg) ? issue.msg : '',
    path: Array.isArray(issue.loc) ? issue.loc.filter((step) => step !== 'body').join('.') : '',
  }));
}

/** Google's BadRequest: `details[].fieldViolations[].field` (google.rpc, error_details.proto). */
function findViolatedField(error: Record<string, unknown>): string {
  const violations = toArray(error.details)
    .filter(isRecord)
    .flatMap(({ fieldViolations }) => toArray(fieldViolations).filter(isRecord));
  return violations.map(({ field }) => field).find(isText) ?? '';
}

function readReasons(error: Record<string, unknown>): string[] {
  const inner = isRecord(error.innererror) ? [error.innererror.code] : [];
  const listed = toArray(error.details).filter(isRecord);
  const quotas = listed.flatMap(({ violations }) => toArray(violations).filter(isRecord));
  const details = [...listed.map(({ reason }) => reason), ...quotas.map(({ quotaId }) => quotaId)];
  const metadata = isRecord(error.metadata) ? [error.metadata.error_type, ...toArray(error.metadata.reasons)] : [];
  const generation = error.failed_generation === undefined ? [] : ['failed_generation'];
  return [...inner, ...details, ...metadata, ...generation].filter(isText);
}

function readRetryDelay(error: Record<string, unknown>): number | undefined {
  const delay = toArray(error.details)
    .map((detail) => (isRecord(detail) ? detail.retryDelay : undefined))
    .find(isText);
  const seconds = delay === undefined ? undefined : parseDuration(delay);
  return seconds === undefined ? undefined : limitWait(seconds);
}

function readCode(code: unknown): string {
  return isText(code) || typeof code === 'number' ? String(code) : '';
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** 499 says that the provider gave up on itself (Google's CANCELLED), not that the request was at fault. */
function isStatus(value: number): boolean {
  return Number.isInteger(value) && value >= 400 && value <= 599 && value !== 499;
}

function toArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
