import type { EntityManager } from 'typeorm';

/** Access of repositories to the database: any connection, or, inside a change, the one with its transaction. */
export interface Access {
  /** Failures arrive as this package's own errors. */
  run<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result>;
}

/** Rows of a statement, as `pg` returns them; of several statements a list of such. */
// biome-ignore lint/suspicious/noExplicitAny: rows are what the statement says
export type SqlResult = { rows: any[]; rowCount?: number | null };

/** Runs SQL on the connection of a transaction. */
export interface Sql {
  /** Without values, `text` may be several statements. */
  executeSql(text: string, values?: unknown[]): Promise<SqlResult>;
}
