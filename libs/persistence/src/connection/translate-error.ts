import { QueryRunnerAlreadyReleasedError } from 'typeorm';
import {
  ConflictError,
  DatabaseInUse,
  DatabaseUnavailable,
  InvalidCursorError,
  NotFoundError,
  ReadTooLargeError,
  UnknownReferenceError,
  UnstorableTextError,
} from '../database-error.js';
import { fieldOfConstraint, tableOfConstraint } from './schema-naming.js';

/** Fields that PostgreSQL and the socket report of a failure (appendix A of its manual lists the codes). */
interface DriverError extends Error {
  code?: string;
  constraint?: string;
  /** `Key (…) is not present in table` or `Key (…) is still referenced from table`; it quotes values. */
  detail?: string;
}

const OWN_ERRORS = [
  ConflictError,
  DatabaseInUse,
  DatabaseUnavailable,
  InvalidCursorError,
  NotFoundError,
  ReadTooLargeError,
  UnknownReferenceError,
  UnstorableTextError,
];

/** Connection exceptions, insufficient resources, operator intervention, failed authentication. */
const AWAY = /^(08|53|57P|28)/;
const NETWORK = /^E[A-Z_]+$/;
const REASONS: Readonly<Record<string, string>> = {
  '3D000': 'it does not exist',
  '42P01': 'its schema is missing; the workspace service makes it at its start, and so does `workspace:cli migrate`',
  '25006': 'it is read-only',
};
/** Failures of `pg` that carry no code. */
const LOST = /timeout|terminated|not queryable|connection is closed|connection ended/i;

/**
 * Translates the failure of a query for the caller: a typed error of this package if there is one, else the error as it
 * is.
 */
export function translateError(error: unknown): unknown {
  if (OWN_ERRORS.some((known) => error instanceof known)) return error;
  // A connection that breaks within a transaction takes its query runner with it.
  if (error instanceof QueryRunnerAlreadyReleasedError)
    return new DatabaseUnavailable('its connection was lost', error);
  const cause = driverErrorOf(error);
  if (!cause) return error;
  if (OWN_ERRORS.some((known) => cause instanceof known)) return cause;
  const code = cause.code ?? '';
  if (code === '23505' && cause.constraint) return new ConflictError(fieldOfConstraint(cause.constraint), 'taken');
  if (code === '23503' && cause.constraint) return foreignKeyError(cause.constraint, cause.detail ?? '');
  if (isUnstorable(code, cause.detail ?? '')) return new UnstorableTextError();
  const reason = REASONS[code] ?? (AWAY.test(code) || NETWORK.test(code) ? code : undefined);
  if (reason !== undefined) return new DatabaseUnavailable(reason, cause);
  if (code === '' && LOST.test(cause.message)) return new DatabaseUnavailable(cause.message, cause);
  return error;
}

/**
 * True for texts that cannot be stored: as a text (22021), within JSON (22P05), and half of a pair within JSON, whose
 * code other mistakes have too.
 */
function isUnstorable(code: string, detail: string): boolean {
  return code === '22021' || code === '22P05' || (code === '22P02' && /surrogate/i.test(detail));
}

function foreignKeyError(constraint: string, detail: string): Error {
  return detail.includes('still referenced')
    ? new ConflictError(tableOfConstraint(constraint), 'in_use')
    : new UnknownReferenceError(fieldOfConstraint(constraint));
}

/** The code of PostgreSQL or of the socket for a failure; undefined if it has none. */
export function codeOfFailure(error: unknown): string | undefined {
  return driverErrorOf(error)?.code;
}

/** TypeORM wraps what the driver threw; a refused connection is an AggregateError with an address family each. */
function driverErrorOf(error: unknown): DriverError | undefined {
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined;
  return 'driverError' in error ? driverErrorOf(error.driverError) : (error as DriverError);
}
