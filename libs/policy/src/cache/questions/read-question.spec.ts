import { describe, expect, it } from '@jest/globals';
import { LONGEST_QUESTION, readQuestion } from './read-question.js';

const fill = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

describe('a question that was made to be slow to read', () => {
  // Of all of them together, in milliseconds of this process alone. Each took several hundred.
  const LIMIT_MS = 200;

  it.each([
    ['has many empty lines before its words', `${'\n'.repeat(1_200)}${fill('the x b ', 790)}`],
    ['begins many quotations and ends none', `the ${'„'.repeat(1_990)}`],
    ['has marks of code without end', `the ${fill('```', 1_990)}`],
    ['has a sentence for each word', `the ${fill('. x', 1_990)}`],
    ['is made of names of nobody', fill('是谁的', 1_990)],
  ])('is read or left out at once: it %s', (_what, text) => {
    expect(text.length).toBeLessThanOrEqual(LONGEST_QUESTION);
    readQuestion('the warm-up');
    const begun = process.cpuUsage();
    for (let turn = 0; turn < 5; turn += 1) readQuestion(text);
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(LIMIT_MS);
  });

  it('still knows where sentences begin, whatever stands between them', () => {
    const [one, other] = ['How is this.\n\n ("- Turkey is big?', 'How is this. Turkey is big?'].map((text) =>
      readQuestion(text)?.words.find(({ text: word }) => word.includes('turkey')),
    );
    expect(one).toMatchObject({ text: 'turkey', isName: false });
    expect(other).toMatchObject({ text: 'turkey', isName: false });
    expect(readQuestion('How is Turkey?')?.words.at(-1)).toMatchObject({ text: '^turkey', isName: true });
  });
});
