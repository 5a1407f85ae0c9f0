import type { RowResult } from './run-rows.js';

/** Numbers of rows that succeeded and that failed, as the text `table.over` names them. */
export function countResults(results: readonly RowResult<unknown, unknown>[]): { done: number; failed: number } {
  const failed = results.filter(({ failure }) => failure !== undefined).length;
  return { done: results.length - failed, failed };
}
