/** Types of columns by their short names in PostgreSQL, each with its value as the driver hands it over. */
export interface ColumnValues {
  readonly uuid: string;
  readonly text: string;
  readonly name: string;
  readonly boolean: boolean;
  readonly smallint: number;
  readonly integer: number;
  readonly float8: number;
  /** Beyond what a number holds without loss. */
  readonly bigint: string;
  readonly numeric: string;
  readonly timestamptz: Date;
  readonly date: Date;
  readonly bytea: Buffer;
  readonly json: unknown;
  readonly jsonb: unknown;
  readonly 'timestamptz[]': Date[];
  readonly 'uuid[]': string[];
  readonly 'text[]': string[];
  readonly 'integer[]': number[];
  readonly 'float8[]': number[];
}

export type ColumnType = keyof ColumnValues;
/** Columns of rows by their names, each with its type; `?` marks one that may be null. */
export type ColumnTypes = Readonly<Record<string, ColumnType | `${ColumnType}?`>>;

type ValueOf<Type> = Type extends `${infer Known extends ColumnType}?`
  ? ColumnValues[Known] | null
  : Type extends ColumnType
    ? ColumnValues[Type]
    : never;

/** Row with these columns. */
export type RowOf<Types extends ColumnTypes> = { readonly [Name in keyof Types]: ValueOf<Types[Name]> };

/** Types whose values may stand where a row has `Value`: a text for one of some words, JSON for an object. */
type TypeOf<Value> = {
  [Type in ColumnType]: [Value] extends [ColumnValues[Type]]
    ? Type
    : [ColumnValues[Type]] extends [Value]
      ? Type
      : never;
}[ColumnType];

type TypeOfField<Value> = unknown extends Value
  ? ColumnType | `${ColumnType}?`
  : null extends Value
    ? TypeOf<NonNullable<Value>> | `${TypeOf<NonNullable<Value>>}?`
    : TypeOf<Value>;

/** Column types that a row type allows: all of its fields, and null only for fields that may be null. */
export type Columns<Row extends object> = {
  readonly [Field in keyof Row]-?: TypeOfField<Exclude<Row[Field], undefined>>;
};

type IsOfType = (value: unknown) => boolean;

const isText: IsOfType = (value) => typeof value === 'string';
const isNumber: IsOfType = (value) => typeof value === 'number';
const isTime: IsOfType = (value) => value instanceof Date;
const isList: IsOfType = (value) => Array.isArray(value);
const isAnything: IsOfType = () => true;

const CHECKS: Readonly<Record<ColumnType, IsOfType>> = {
  uuid: isText,
  text: isText,
  name: isText,
  boolean: (value) => typeof value === 'boolean',
  smallint: isNumber,
  integer: isNumber,
  float8: isNumber,
  bigint: isText,
  numeric: isText,
  timestamptz: isTime,
  date: isTime,
  bytea: (value) => value instanceof Uint8Array,
  json: isAnything,
  jsonb: isAnything,
  'timestamptz[]': isList,
  'uuid[]': isList,
  'text[]': isList,
  'integer[]': isList,
  'float8[]': isList,
};

/** A row does not have the columns that the code declares. */
export class UnexpectedRow extends Error {
  override readonly name = 'UnexpectedRow';
}

/** Splits a declared type into the type itself and its nullability. */
export function typeOf(declared: ColumnType | `${ColumnType}?`): {
  readonly type: ColumnType;
  readonly isNullable: boolean;
} {
  const isNullable = declared.endsWith('?');
  return { type: (isNullable ? declared.slice(0, -1) : declared) as ColumnType, isNullable };
}

/** Checks rows of a statement against their declared columns. The message never quotes a value. */
export class RowReader<Row extends object> {
  private readonly checks: readonly (readonly [
    name: string,
    isNullable: boolean,
    isOfType: IsOfType,
    type: ColumnType,
  ])[];

  constructor(columns: ColumnTypes) {
    this.checks = Object.entries(columns).map(([name, declared]) => {
      const { isNullable, type } = typeOf(declared);
      // The value of a JSON column may be the null of JSON.
      const mayBeNull = isNullable || CHECKS[type] === isAnything;
      return [name, mayBeNull, CHECKS[type], type] as const;
    });
  }

  /** @throws UnexpectedRow */
  read(rows: readonly object[]): Row[] {
    for (const row of rows) {
      for (const [name, isNullable, isOfType, type] of this.checks) {
        const value = (row as Record<string, unknown>)[name];
        if (value === null ? !isNullable : value === undefined || !isOfType(value)) {
          throw new UnexpectedRow(`Column "${name}" of a row is ${describe(value)}, not ${type}.`);
        }
      }
    }
    return rows as Row[];
  }
}

function describe(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  return typeof value === 'object' ? value.constructor.name : `a ${typeof value}`;
}
