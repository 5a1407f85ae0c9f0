/** An issuer did not answer; a time limit of ours, in milliseconds. */
export class NoAnswerInTime extends Error {
  constructor(readonly limitMs: number) {
    super('no answer in time');
  }
}

/** Something is wrong that we can say in words of our own, which hold no secret. */
export class IssueProblem extends Error {
  /** @param status The issuer's HTTP status, where it answered. */
  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message);
  }
}

/** Longest chain of causes that is followed. */
const DEEPEST_CAUSE = 5;

/** RFC 6749 section 5.2, and the codes that issuers add to it. */
const OAUTH_CODE = /^[a-z][a-z_]{0,63}$/;

/** `ECONNREFUSED`, `ERR_OSSL_UNSUPPORTED`, and the names of errors that issuers answer with, such as `AccessDenied`. */
const CODE = /^[A-Za-z][A-Za-z0-9_.]{0,63}$/;

/** Beginnings of the messages by which the clouds' libraries report a machine without credentials. */
const NOTHING_FOUND = ['Could not load the default credentials', 'Could not load credentials from any providers'];

/**
 * Says for the log why there is no credential: by status, code and name. Messages of libraries are left out, because
 * they quote files, commands and answers, which hold credentials.
 */
export function describeIssueProblem(error: unknown): string {
  if (error instanceof NoAnswerInTime) return `no answer within ${error.limitMs / 1_000} s`;
  if (error instanceof IssueProblem) return withStatus(error.message, error.status);
  const message = textOf(error, 'message') ?? '';
  if (NOTHING_FOUND.some((words) => message.startsWith(words))) return 'none was found on this machine';
  const code = find(error, readCode) ?? nameOf(error);
  return withStatus(code, find(error, readStatus));
}

/** The error code of an OAuth answer; undefined when it has none. */
export function readOauthCode(body: unknown): string | undefined {
  const code = textOf(body, 'error');
  return code !== undefined && OAUTH_CODE.test(code) ? code : undefined;
}

function withStatus(words: string, status: number | undefined): string {
  return status === undefined ? words : `HTTP ${status}, ${words}`;
}

/** Looks at an error, at its causes, and at the first of several errors in one. */
function find<Found>(error: unknown, read: (error: object) => Found | undefined, depth = 0): Found | undefined {
  if (typeof error !== 'object' || error === null || depth > DEEPEST_CAUSE) return undefined;
  const { cause, errors } = error as { cause?: unknown; errors?: unknown };
  const first = Array.isArray(errors) ? errors[0] : undefined;
  return read(error) ?? find(cause, read, depth + 1) ?? find(first, read, depth + 1);
}

function readCode(error: object): string | undefined {
  const { response } = error as { response?: { data?: unknown } };
  const code = readOauthCode(response?.data) ?? textOf(error, 'code');
  return code !== undefined && CODE.test(code) ? code : undefined;
}

function readStatus(error: object): number | undefined {
  const { status, statusCode, response, $metadata } = error as Record<string, unknown>;
  const candidates = [status, statusCode, memberOf(response, 'status'), memberOf($metadata, 'httpStatusCode')];
  return candidates.find((value): value is number => Number.isInteger(value));
}

function nameOf(error: unknown): string {
  const name = textOf(error, 'name');
  return name !== undefined && CODE.test(name) ? name : 'unknown problem';
}

function textOf(value: unknown, member: string): string | undefined {
  const text = memberOf(value, member);
  return typeof text === 'string' ? text : undefined;
}

function memberOf(value: unknown, member: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[member] : undefined;
}
