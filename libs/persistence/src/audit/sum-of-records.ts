/** Columns that count the records of which something holds. */
const COUNTED: Readonly<Record<string, string>> = {
  refused_requests: "outcome = 'refused'",
  failed_requests: "outcome = 'failed'",
  cancelled_requests: "outcome = 'cancelled'",
  cache_hits: "cache = 'hit'",
  cache_misses: "cache = 'miss'",
};

/** SQL of what new records add to a column of the sums of usage: their number, the number of some of them, or the sum of what each has. */
export function sumOfRecords(column: string): string {
  if (column === 'requests') return 'count(*)';
  const condition = COUNTED[column];
  return condition === undefined ? `coalesce(sum(${column}), 0)` : `count(*) FILTER (WHERE ${condition})`;
}
