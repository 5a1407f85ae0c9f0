import { InvalidCursorError } from '../../database-error.js';

/** Type of a column that a list can be in the order of. */
export type SortedType = 'time' | 'text' | 'float8' | 'bigint' | 'numeric';

/** A column that a list can be in the order of, beside the name and the time of creation. */
export interface SortedColumn {
  /** SQL that is never null: rows without a value have their place. */
  readonly sql: string;
  readonly type: SortedType;
}

const A_NUMBER = /^-?\d{1,40}(\.\d{1,40})?(e[+-]\d{1,3})?$/;
const A_WHOLE_NUMBER = /^-?\d{1,18}$/;
const A_TIME = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)\.\d{6}$/;

/** SQL by which rows are compared. Texts are compared in lower case and by code point, whatever the database's language. */
export function comparedSql({ sql, type }: SortedColumn): string {
  return type === 'text' ? `lower(${sql}) COLLATE "C"` : sql;
}

/** SQL of the text that a cursor holds, exact to the last digit. */
export function positionSql({ sql, type }: SortedColumn): string {
  return type === 'time' ? `to_char((${sql}) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')` : `(${sql})::text`;
}

/** SQL of the value that a cursor's text means. @param text SQL of the text, such as a parameter */
export function comparedPositionSql({ type }: SortedColumn, text: string): string {
  if (type === 'text') return `lower(${text}::text) COLLATE "C"`;
  return type === 'time' ? `((${text}::text)::timestamp AT TIME ZONE 'UTC')` : `(${text}::text)::${type}`;
}

/** Demands that the text of a cursor is a value of the column, so that the database never fails at it. @throws InvalidCursorError */
export function demandPosition({ type }: SortedColumn, text: string): void {
  if (!IS_VALID[type](text)) throw new InvalidCursorError();
}

const IS_VALID: Readonly<Record<SortedType, (text: string) => boolean>> = {
  text: () => true,
  time: isTime,
  bigint: (text) => A_WHOLE_NUMBER.test(text),
  numeric: (text) => A_NUMBER.test(text),
  float8: isDouble,
};

/** True for a number that is neither too large nor too small for its 64 bits. */
function isDouble(text: string): boolean {
  if (!A_NUMBER.test(text)) return false;
  const [digits = ''] = text.split('e');
  return Number.isFinite(Number(text)) && (Number(text) !== 0 || !/[1-9]/.test(digits));
}

/** True for a date that the calendar has, with its time. The database has no year 0. */
function isTime(text: string): boolean {
  if (!A_TIME.test(text) || text.startsWith('0000')) return false;
  const time = new Date(`${text.slice(0, 10)}T${text.slice(11, 19)}Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 19).replace('T', ' ') === text.slice(0, 19);
}
