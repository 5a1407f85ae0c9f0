import { isRecord } from '@multilane/contracts';

type Json = Readonly<Record<string, unknown>>;

/** `error`, `error_code`, `errorMessage`, `err_msg`, `fault`, `exception` … */
const ERROR_KEY = /^(?:errors?|err|fault|exception|failure)(?:$|[_A-Z-])|error_?(?:code|type|message|msg|details?)$/i;

/** Members by which many hosts tell of a failure, and which no piece of an answer has. */
const WORDS = ['message', 'msg', 'detail', 'details', 'reason', 'title'] as const;

/** Numbers that are statuses of HTTP, or codes like them. */
const CODES = ['code', 'status', 'status_code', 'statusCode'] as const;

const FAILED: ReadonlySet<unknown> = new Set(['error', 'fail', 'failed', 'failure']);

/**
 * True if an event or a whole answer without anything of an answer is an error, in whichever shape:
 * `error_type`/`error_message`, `error_code`, `code` with `message`, `detail`, `object: "error"`, `type: "error"`,
 * `errors` with `success: false`, MiniMax's `base_resp`. Asked only of what has no choices: an answer may hold any
 * member beside them.
 */
export function isErrorEvent(value: Json): boolean {
  if (isErrorName(value.object) || isErrorName(value.type) || isErrorName(value.event)) return true;
  if (FAILED.has(value.status) || value.success === false || value.ok === false) return true;
  if (WORDS.some((word) => isSaid(value[word])) || CODES.some((code) => isFailure(value[code]))) return true;
  const base = value.base_resp;
  if (isRecord(base) && typeof base.status_code === 'number' && base.status_code !== 0) return true;
  return Object.keys(value).some((key) => ERROR_KEY.test(key) && isSaid(value[key]));
}

function isErrorName(name: unknown): boolean {
  return typeof name === 'string' && /(?:^|[._-])(?:error|exception)$|[a-z](?:Error|Exception)$/.test(name);
}

/** True if the value says something: null, false, 0, an empty text, list or object are no error. */
function isSaid(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isRecord(value) ? Object.keys(value).length > 0 : Boolean(value);
}

function isFailure(code: unknown): boolean {
  if (typeof code === 'number') return code >= 400;
  return typeof code === 'string' && code !== '' && !/^(?:0|2\d\d|ok|success)$/i.test(code);
}
