import type { AnswerSource } from './write-answer-prompt.js';

/** A source that an answer cites as `[index]`. */
export interface Citation {
  readonly index: number;
  readonly document_id: string;
  readonly source: string;
  readonly chunk_index: number;
  readonly page?: number;
  /** The sentence of the chunk that is most like the statement; part of the chunk's content, word for word. */
  readonly quote: string;
}

const LONGEST_QUOTE = 500;
/** Answers are longer only by mistake. Characters. */
const LONGEST_ANSWER = 1_000_000;
const MOST_STATEMENTS = 50;

/** The sources that an answer cites, in the order of their first mention. Numbers that no source has are ignored. */
export function findCitations(answer: string, sources: readonly (AnswerSource | undefined)[]): Citation[] {
  const text = answer.slice(0, LONGEST_ANSWER);
  const statements = new Map<number, string[]>();
  for (const match of text.matchAll(/\[(\d{1,3}(?:\s*,\s*\d{1,3}){0,20})\]/g)) {
    for (const part of (match[1] ?? '').split(',')) {
      const index = Number(part);
      if (sources[index - 1] === undefined) continue;
      const said = statements.get(index) ?? [];
      if (said.length < MOST_STATEMENTS) said.push(statementBefore(text, match.index));
      statements.set(index, said);
    }
  }
  return [...statements].flatMap(([index, said]) => {
    const cited = sources[index - 1];
    if (cited === undefined) return [];
    const { chunkIndex, content, documentId, page, source } = cited;
    return [
      {
        index,
        document_id: documentId,
        source,
        chunk_index: chunkIndex,
        ...(page !== undefined && { page }),
        quote: chooseQuote(content, wordsOf(said.join(' '))),
      },
    ];
  });
}

/** From the end of the sentence before to the citation. */
function statementBefore(text: string, end: number): string {
  const before = text
    .slice(Math.max(0, end - 1_000), end)
    .replaceAll(/\[[\d,\s]{1,60}\]/g, ' ')
    .trimEnd();
  const body = before.replace(/[.!?]$/, '');
  const start = Math.max(
    body.lastIndexOf('. '),
    body.lastIndexOf('! '),
    body.lastIndexOf('? '),
    body.lastIndexOf('\n'),
  );
  return before.slice(start + 1);
}

function chooseQuote(content: string, words: ReadonlySet<string>): string {
  const sentences = content.split(/(?<=[.!?])\s+|\n+/).filter((sentence) => sentence.trim() !== '');
  let best = sentences[0] ?? content;
  let most = 0;
  for (const sentence of sentences) {
    const own = wordsOf(sentence);
    const shared = [...own].filter((word) => words.has(word)).length;
    const score = shared / Math.sqrt(own.size || 1);
    if (score > most) [most, best] = [score, sentence];
  }
  return best.trim().slice(0, LONGEST_QUOTE);
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}
