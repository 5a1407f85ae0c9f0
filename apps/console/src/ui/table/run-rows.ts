/** Result of one row; `failure` is undefined where it succeeded. */
export interface RowResult<Row, Answer> {
  readonly row: Row;
  readonly answer?: Answer;
  readonly failure?: unknown;
}

/** Rows that are worked on at once: enough to be quick, few enough that the service answers others meanwhile. */
const AT_ONCE = 4;

/**
 * Does something with each row, in their order, and goes on after a failure.
 *
 * @param onResult gets each result as it comes
 * @param isStopped asked before each row: rows that were not begun have no result
 * @returns the results in the order of the rows
 */
export async function runRows<Row, Answer>(
  rows: readonly Row[],
  work: (row: Row) => Promise<Answer>,
  onResult: (result: RowResult<Row, Answer>) => void = () => undefined,
  isStopped: () => boolean = () => false,
): Promise<readonly RowResult<Row, Answer>[]> {
  const results = new Map<number, RowResult<Row, Answer>>();
  let next = 0;
  const take = async (): Promise<void> => {
    while (next < rows.length && !isStopped()) {
      const index = next++;
      const result = await tryRow(rows[index] as Row, work);
      results.set(index, result);
      onResult(result);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  return rows.flatMap((_, index) => results.get(index) ?? []);
}

async function tryRow<Row, Answer>(row: Row, work: (row: Row) => Promise<Answer>): Promise<RowResult<Row, Answer>> {
  try {
    return { row, answer: await work(row) };
  } catch (failure) {
    return { row, failure };
  }
}
