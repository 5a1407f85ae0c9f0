const STOP_WORDS = new Set(
  'a an and are as at be by can do does for from has have how i if in is it its may me must my no not of on or so than that the their them then there they this to was what when where which who why will with you your'.split(
    ' ',
  ),
);

/** Sentences that are read together. */
const WINDOW = 3;

/**
 * Scores texts by their best passage: how many of the query's words three sentences in a row have, the rare ones counting more. Together
 * with the order that the texts came in. It stands in for a rerank model, of which none comes with a package.
 */
export function rerankByPassages(query: string, texts: readonly string[]): Promise<readonly number[]> {
  const sentences = texts.map((text) => text.split(/(?<=[.?!:])\s+|\n+/).map(splitWords));
  const asked = [...new Set(splitWords(query))];
  const counts = asked.map((word) => sentences.filter((all) => all.some((words) => words.includes(word))).length);
  const weights = counts.map((count) => Math.log(1 + texts.length / (count + 0.5)));
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const scores = sentences.map((all, at) => {
    const passages = all.map((_, from) => {
      const words = new Set(all.slice(from, from + WINDOW).flat());
      return asked.reduce((sum, word, index) => sum + (words.has(word) ? (weights[index] ?? 0) : 0), 0);
    });
    return Math.max(0, ...passages) / total + 10 / (10 + at);
  });
  return Promise.resolve(scores);
}

/** Words without their usual endings. */
function splitWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => word.replace(/ies$/, 'y').replace(/(ing|ed|es|s)$/, ''));
}
