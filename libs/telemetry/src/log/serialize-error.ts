import { types } from 'node:util';
import { maskSecrets } from './mask-secrets.js';

/** An error as it is logged; every text in it is masked and bounded. */
export interface SerializedError {
  name: string;
  code?: string;
  status?: number;
  message: string;
  /** Message of a provider; the log is the only place that keeps it (docs/contract/errors.md#provider-errors). */
  detail?: string;
  stack?: string;
  cause?: SerializedError;
}

/** Links of a cause chain that are logged; a cycle ends here too. */
const MAX_CAUSES = 5;
const MAX_MESSAGE_LENGTH = 4_000;
const MAX_STACK_LENGTH = 8_000;

/** Turns anything that was thrown into what the log keeps of it. Reads nothing but the members named above. */
export function serializeError(thrown: unknown, causesLeft = MAX_CAUSES): SerializedError {
  if (!isError(thrown)) return { name: typeof thrown, message: mask(describe(thrown), MAX_MESSAGE_LENGTH) };
  const { code, status, detail, cause } = thrown as Error & { code?: unknown; status?: unknown; detail?: unknown };
  const serialized: SerializedError = { name: thrown.name, message: mask(thrown.message, MAX_MESSAGE_LENGTH) };
  if (typeof code === 'string' || typeof code === 'number') serialized.code = String(code);
  if (typeof status === 'number') serialized.status = status;
  if (typeof detail === 'string' && detail !== '') serialized.detail = mask(detail, MAX_MESSAGE_LENGTH);
  if (thrown.stack !== undefined) serialized.stack = mask(thrown.stack, MAX_STACK_LENGTH);
  if (cause !== undefined && causesLeft > 0) serialized.cause = serializeError(cause, causesLeft - 1);
  return serialized;
}

/** Also true for errors of another realm, such as those of Node's own modules inside a test's sandbox. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}

function describe(thrown: unknown): string {
  return typeof thrown === 'object' ? Object.prototype.toString.call(thrown) : String(thrown);
}

/** Masks before cutting, so that half a secret at the cut is not left readable. */
function mask(text: string, length: number): string {
  const masked = maskSecrets(text);
  return masked.length > length ? `${masked.slice(0, length)}…` : masked;
}
