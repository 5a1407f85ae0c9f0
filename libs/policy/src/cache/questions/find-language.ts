import type { QuestionLanguage } from './word-lists.js';

const ENGLISH = wordsOf(`
  the what how is are do does can of why who when where which please my i for with this that from write explain give tell list name
  it and to a an you your show convert calculate translate summarize should would could will did has have not into sort create`);
const GERMAN = wordsOf(`
  der das den dem des wie ist ich und ein eine einen einem von für mit nicht kann welche welcher welches warum wann wer bitte mein
  meine zu im auf zum zur sind wird gibt es nach über bei schreibe zeige nenne rechne übersetze fasse hat soll darf muss ohne kein
  keine was die`);
/** Words of both lists' languages: they decide little. */
const SHARED = wordsOf('was die in an also war man so hat will wo name');
/** Words of other languages with Latin letters. A text with one of them is not compared. */
const OTHER = wordsOf(`
  le les une est que qui quoi quel quelle dans pour avec pas sur el los las del por para como cual cuál qué es il lo gli che di non per
  sono não uma é os de het een van wat niet voor och är på att det som jag jak jest nie czy hvad er hvordan ne bir nedir la ma`);

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

const HAN = /\p{Script=Han}/u;
/** Letters of any script but Latin and Han. */
const OTHER_LETTER = /(?=\p{L})[^\p{Script=Latin}\p{Script=Han}]/u;
const WORD = /\p{Script=Latin}+/gu;

/** Words that a text must have more of one language than of the other. */
const LEAD = 0.5;

/**
 * Finds the language of a question: by its script, then by its most common words. Undefined if it is another one, or
 * not clear: such a question is compared with none.
 */
export function findLanguage(text: string): QuestionLanguage | undefined {
  if (OTHER_LETTER.test(text)) return undefined;
  if (HAN.test(text)) return 'zh';
  let english = 0;
  let german = 0;
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    const weight = SHARED.has(word) ? 0.3 : 1;
    if (OTHER.has(word)) return undefined;
    if (ENGLISH.has(word)) english += weight;
    if (GERMAN.has(word)) german += weight;
  }
  if (english > german + LEAD) return 'en';
  return german > english + LEAD ? 'de' : undefined;
}
