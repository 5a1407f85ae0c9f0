/** Runs SQL: on any connection, or on the one of an open transaction. */
export interface SqlAccess {
  /** Without values, `text` may be several statements; their results are then a list. */
  // biome-ignore lint/suspicious/noExplicitAny: rows are what the statement says
  executeSql(text: string, values?: unknown[]): Promise<{ rows: any[] }>;
}

/** The database that the queues are in. */
export interface JobsDatabase extends SqlAccess {
  /** Address for LISTEN; undefined for the embedded database, whose only process wakes its workers itself. */
  readonly listenUrl: string | undefined;
}
