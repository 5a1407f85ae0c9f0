import type { SqlRunner } from '@multilane/sql';

/** Database as pg-boss takes it: its rows are what its own statements say. */
export interface SqlAccess extends SqlRunner {
  /** Without values, `text` may be several statements; their results are then a list. */
  // biome-ignore lint/suspicious/noExplicitAny: pg-boss reads rows of any kind
  executeSql(text: string, values?: unknown[]): Promise<{ rows: any[]; rowCount?: number | null }>;
}

/** The database that the queues are in. */
export interface JobsDatabase extends SqlAccess {
  /** Address for LISTEN; undefined for the embedded database, whose only process wakes its workers itself. */
  readonly listenUrl: string | undefined;
}
