/**
 * Quality of a list of results: nDCG (1 if all relevant ones come first, less the later they come) and recall (the share of the relevant
 * ones that is in the list), both of the first `cut` results.
 *
 * @param relevant Keys of all relevant chunks; not empty.
 */
export function judgeRanking(
  ranked: readonly string[],
  relevant: ReadonlySet<string>,
  cut: number,
): { readonly ndcg: number; readonly recall: number } {
  const first = ranked.slice(0, cut);
  const gain = (at: number): number => 1 / Math.log2(at + 2);
  const gained = first.reduce((sum, key, at) => sum + (relevant.has(key) ? gain(at) : 0), 0);
  const possible = Math.min(cut, relevant.size);
  const ideal = Array.from({ length: possible }, (_, at) => gain(at)).reduce((sum, value) => sum + value, 0);
  return { ndcg: gained / ideal, recall: first.filter((key) => relevant.has(key)).length / relevant.size };
}
