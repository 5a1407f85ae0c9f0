import { describe, expect, it } from '@jest/globals';
import { type AnsweredTurn, continueConversation, readQuestion } from './agent-conversation.js';

/** Asks one question after another, each answered with its number. */
function converse(questions: readonly string[], most: number) {
  let last: AnsweredTurn | undefined;
  let asked = { input: '', turns: 0 };
  questions.forEach((question, at) => {
    asked = continueConversation(question, last, most);
    last = { ...asked, answer: `answer ${at}` };
  });
  return asked;
}

const messagesOf = (input: string): { role: string; content: string }[] => JSON.parse(input.split('\n')[1] ?? '[]');
const many = Array.from({ length: 30 }, (_, at) => `question ${at}`);

// docs/contract/agents.md#a2a
describe('a conversation with an agent', () => {
  it('begins with the text of the question alone', () => {
    expect(converse(['Hello'], 1_000)).toEqual({ input: 'Hello', turns: 0 });
  });

  it('goes on with what was said before, in order', () => {
    const { input, turns } = converse(['a', 'b', 'c'], 1_000);
    expect([turns, messagesOf(input).map(({ content }) => content)]).toEqual([
      2,
      ['a', 'answer 0', 'b', 'answer 1', 'c'],
    ]);
    expect(readQuestion(input, turns)).toBe('c');
  });

  it('has 20 earlier questions at most, and the newest of them', () => {
    const { input, turns } = converse(many, 100_000);
    expect(turns).toBe(20);
    expect(messagesOf(input)[0]).toEqual({ role: 'user', content: 'question 9' });
    expect(readQuestion(input, turns)).toBe('question 29');
  });

  it.each([150, 300, 500, 1_000])('leaves out the oldest turns where the input would exceed %i characters', (most) => {
    const { input, turns } = converse(many, most);
    expect(input.length).toBeLessThanOrEqual(most);
    expect(messagesOf(turns === 0 ? '\n[]' : input)).toHaveLength(turns === 0 ? 0 : 2 * turns + 1);
    expect(readQuestion(input, turns)).toBe('question 29');
  });

  it('is the question alone where nothing before it fits', () => {
    expect(converse(['a'.repeat(400), 'b'], 300)).toEqual({ input: 'b', turns: 0 });
  });

  it('reads a question that looks like a conversation as it is', () => {
    expect(readQuestion('[{"role":"user"}]', 0)).toBe('[{"role":"user"}]');
  });
});
