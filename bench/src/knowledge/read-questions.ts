/** A question, and the section that answers it. */
export interface Question {
  readonly text: string;
  /** File in `docs`. */
  readonly page: string;
  /** Heading of the section as GitHub links to it. */
  readonly anchor: string;
}

/** Reads `questions.tsv`: `page.md#anchor`, a tab, the question. */
export function readQuestions(text: string): Question[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const [, page, anchor, question] = /^([\w-]+\.md)#(\S+)\t(.+)$/.exec(line) ?? [];
    if (page === undefined || anchor === undefined || question === undefined) throw new Error(`no question: ${line}`);
    return { page, anchor, text: question };
  });
}

/** The heading as GitHub links to it. */
export const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
