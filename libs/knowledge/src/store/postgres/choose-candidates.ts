/** A word of the query: its stems in the languages of the knowledge bases. */
export interface Term {
  readonly stems: readonly string[];
  /** The share of the chunks that has it, from 0 to 1; undefined if it is so rare that it is not known. */
  readonly share?: number | undefined;
}

/** Chunks that one search weighs at most. */
export const MOST_CANDIDATES = 10_000;

/** A term as a text search query. */
export const toQuery = ({ stems }: Term): string =>
  stems.map((stem) => `'${stem.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`).join(' | ');

/**
 * Text search queries for the chunks that a search in a large scope weighs. If one finds too few, the next one finds more. The rarest terms
 * choose, because they count most: chunks that have only common terms are weighed if there are not enough others.
 *
 * @param terms Not empty.
 * @param chunks Number of chunks in the scope.
 * @param enough Chunks that are worth weighing.
 */
export function chooseCandidates(terms: readonly Term[], chunks: number, enough: number): string[] {
  const ordered = [...terms].sort((a, b) => (a.share ?? 0) - (b.share ?? 0));
  let expected = 0;
  let count = 0;
  const take = (most: number, terms = ordered.length): void => {
    for (const until = count + terms; count < Math.min(until, ordered.length); count += 1) {
      const more = expected + (ordered[count]?.share ?? 0) * chunks;
      if (more > most) return;
      expected = more;
    }
  };
  take(enough);
  const rare = count;
  take(MOST_CANDIDATES, 1);
  // The next term is in too many chunks to weigh all: those that have all of the common terms are the better ones.
  const next = count > rare ? anyOf(ordered.slice(0, count)) : anyOf([...ordered.slice(0, rare), ordered.slice(rare)]);
  return [...new Set([...(rare > 0 ? [anyOf(ordered.slice(0, rare))] : []), next, anyOf(ordered)])];
}

/** Chunks with any of the terms; of a list, those with all of its terms. */
export function anyOf(members: readonly (Term | readonly Term[])[]): string {
  const queries = members.map((member) => ('stems' in member ? toQuery(member) : allOf(member)));
  return queries
    .filter((query) => query !== '')
    .map((query) => `(${query})`)
    .join(' | ');
}

const allOf = (terms: readonly Term[]): string => terms.map((term) => `(${toQuery(term)})`).join(' & ');
