import type { RerankRequest, RerankResponse, RerankResult } from '@multilane/contracts';

/**
 * Sorts the results best first, keeps `top_n` of them, and gives each its document where `return_documents` asks for
 * it: a provider may do none of this (docs/contract/rerank.md#rerank). Equal scores keep their order. A document that
 * was sent as an object comes back whole, members beside its text included. Returns the answer itself if nothing is
 * to do.
 */
export function finishRerank(
  answer: RerankResponse,
  { documents, return_documents, top_n }: Readonly<RerankRequest>,
): RerankResponse {
  const sorted = isSorted(answer.results) ? answer.results : answer.results.toSorted(byScore);
  const top = top_n !== undefined && top_n < sorted.length ? sorted.slice(0, top_n) : sorted;
  const results = return_documents === true ? addDocuments(top, documents) : top;
  return results === answer.results ? answer : { ...answer, results };
}

function isSorted(results: readonly RerankResult[]): boolean {
  return results.every((result, position) => {
    const next = results[position + 1];
    return next === undefined || result.relevance_score >= next.relevance_score;
  });
}

function byScore(left: RerankResult, right: RerankResult): number {
  return right.relevance_score - left.relevance_score;
}

/** The same list where the provider returned all documents as they were sent. */
function addDocuments(results: RerankResult[], documents: RerankRequest['documents']): RerankResult[] {
  const completed = results.map((result) => {
    const sent = documents[result.index];
    if (sent === undefined || (typeof sent === 'string' && result.document !== undefined)) return result;
    return { ...result, document: typeof sent === 'string' ? { text: sent } : sent };
  });
  return completed.every((result, position) => result === results[position]) ? results : completed;
}
