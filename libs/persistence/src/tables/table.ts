import type { ColumnTypes } from '@multilane/sql';

/** A table that no entity of TypeORM describes: its columns by their names in the code, in camel case. */
export interface Table<Types extends ColumnTypes = ColumnTypes> {
  readonly name: string;
  readonly columns: Types;
}

/** Every table that is declared, for the test that compares them with the migrated schema. */
export const TABLES: Table[] = [];

/** Declares a table. `every-table.integration.spec.ts` compares it with the migrated schema. */
export function table<const Types extends ColumnTypes>(name: string, columns: Types): Table<Types> {
  const declared = { name, columns };
  TABLES.push(declared);
  return declared;
}

/** Name of a column in the database. */
export const columnName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Columns of a SELECT: as SQL, each with its name in the code, and their types. */
export interface Selection<Types extends ColumnTypes> {
  readonly sql: string;
  readonly types: Types;
}

/** Whole numbers stay below 2^53, and are read as such. */
type ReadAs<Type> = Type extends 'bigint' ? 'float8' : Type extends 'bigint?' ? 'float8?' : Type;
type Rest<Types, Left> = { readonly [Name in Exclude<keyof Types, Left>]: ReadAs<Types[Name]> };

/**
 * Selects the columns of a table.
 *
 * @param alias Name of the table in the statement; empty if it needs none
 * @param left Columns that are left out
 */
export function columnsOf<Types extends ColumnTypes, const Left extends keyof Types = never>(
  { columns }: Table<Types>,
  alias: string,
  ...left: readonly Left[]
): Selection<Rest<Types, Left>> {
  const kept = Object.entries(columns).filter(([name]) => !left.some((each) => each === name));
  const types = kept.map(([name, type]) => [name, type.replace('bigint', 'float8')]);
  const sql = kept.map(([name, type]) => {
    const column = `${alias === '' ? '' : `${alias}.`}${columnName(name)}`;
    if (type.startsWith('bigint')) return `${column}::float8 AS "${name}"`;
    return name === columnName(name) ? column : `${column} AS "${name}"`;
  });
  return { sql: sql.join(', '), types: Object.fromEntries(types) };
}
