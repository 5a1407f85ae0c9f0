import { describe, expect, it } from '@jest/globals';
import { hideWords, isSameByWords } from './compare-questions.js';
import { LANGUAGES, readPairs } from './question-pairs.tools.spec.js';
import { LONGEST_QUESTION, readQuestion, readQuestions } from './read-question.js';

function isSame(one: string, other: string): boolean {
  const [first, second] = [readQuestions([one]), readQuestions([other])];
  return first !== undefined && second !== undefined && isSameByWords(first, second);
}

const measure = (language: (typeof LANGUAGES)[number], half: 'tuning' | 'held-out') => {
  const pairs = readPairs(language, half);
  const found = pairs.filter(({ one, other }) => isSame(one, other));
  const same = pairs.filter(({ isSame: asksTheSame }) => asksTheSame).length;
  return { pairs: pairs.length, same, found: found.length, wrong: found.filter((pair) => !pair.isSame) };
};

describe('the words of two questions, on the labelled set', () => {
  it('has more than 1,000 pairs of three languages in two halves', () => {
    const counts = LANGUAGES.flatMap((language) => [
      measure(language, 'tuning').pairs,
      measure(language, 'held-out').pairs,
    ]);
    expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThan(1_000);
    expect(Math.min(...counts)).toBeGreaterThan(150);
  });

  // The figures stand in docs/cache.md.
  it.each([
    ['en', 0.42],
    ['de', 0.44],
    ['zh', 0.8],
  ] as const)(
    'takes no near miss of the held-out half for the same in %s, and finds its share of the others',
    (language, recall) => {
      const { found, same, wrong } = measure(language, 'held-out');
      expect(wrong).toEqual([]);
      expect(found / same).toBeGreaterThan(recall);
    },
  );

  it.each(LANGUAGES)('takes none of the tuning half in %s', (language) => {
    expect(measure(language, 'tuning').wrong).toEqual([]);
  });
});

describe('two questions', () => {
  it.each([
    ['Is it safe?', 'Is it not safe?'],
    ['Why does it work?', "Why doesn't it work?"],
    ['Ist das ein Fehler?', 'Ist das kein Fehler?'],
    ['这个安全吗？', '这个不安全吗？'],
    ['What is 5 km in miles?', 'What is 5.0 km in miles?'],
    ['What is -5 plus 3?', 'What is 5 plus 3?'],
    ['What is 1,000 plus 1?', 'What is 1.000 plus 1?'],
    ['Wie viel sind 1.000 Euro?', 'Wie viel sind 1,000 Euro?'],
    ['What is $5 in euros?', 'What is €5 in dollars?'],
    ['Is a < b?', 'Is a > b?'],
    ['What does `a.b` mean?', 'What does `a.c` mean?'],
    ['What does foo() return?', 'What does Foo() return?'],
    ['Translate "Yes" to French, please, for the form', 'Translate "yes" to French, please, for the form'],
    ['How do I learn C++?', 'How do I learn C#?'],
    ['Tell us about the US', 'Tell us about us'],
    ['How do I fix IT?', 'How do I fix it?'],
    ['How do polish people cook?', 'How do Polish people cook?'],
    ['Who was the king?', 'Who is the king?'],
    ['Can I pay?', 'Should I pay?'],
    ['What is your name?', 'What is my name?'],
    ['Why is he bored?', 'Why is he boring?'],
    ['Does a dog bite a man?', 'Does a man bite a dog?'],
    ['How do I convert miles to feet?', 'How do I convert feet to miles?'],
    ['How do I get from A to B?', 'How do I get from B to A?'],
    ['What is v1.2?', 'What is v1.3?'],
    ['When is 2024-01-02?', 'When is 2024-02-01?'],
    ['Is 🙂 the same?', 'Is 🙁 the same?'],
    ['What is (2+3)*4?', 'What is 2+(3*4)?'],
    ['What is the value of 5!?', 'What is the value of 5?'],
    ['What is 2² plus 1?', 'What is 22 plus 1?'],
    ['What is 10⁶ in words?', 'What is 106 in words?'],
    ['What is .5 of 8?', 'What is 5 of 8?'],
    ['What is 3–2?', 'What is 3 2?'],
    ["What is the derivative f'(x)?", 'What is the derivative f(x)?'],
    ['How long is 3 in?', 'How long is 3?'],
    ['Is a 5" pipe big?', "Is a 5' pipe big?"],
    ['Convert 5 am to 24 hour time', 'Convert 5 to 24 hour time'],
    ['How fast is 1 MB?', 'How fast is 1 Mb?'],
    ['How strong is 5 G?', 'How strong is 5 g?'],
    ['What does [] mean in code?', 'What does {} mean in code?'],
    ['What does ; do in C?', 'What does , do in C?'],
    ['How do I read !important in CSS?', 'How do I read important in CSS?'],
    ['Who was the wife of Charles I?', 'Who was the wife of Charles?'],
    ['Do I have to pay taxes?', 'Do I pay taxes?'],
    ['How do you say please in French?', 'How do you say thank you in French?'],
    ['Translate to French: please', 'Translate to French: thank you'],
    ['Why did she give me flowers?', 'Why did she show me flowers?'],
    ['Wie sagt man bitte auf Englisch?', 'Wie sagt man danke auf Englisch?'],
    ['Wer hat den Hund gebissen?', 'Wen hat der Hund gebissen?'],
    ['Wem gehört der Hund?', 'Wer gehört dem Hund?'],
    ['Beißt der Mann den Hund?', 'Beißt den Mann der Hund?'],
    ['谢谢用英语怎么说？', '请用英语怎么说？'],
    ['他为什么不告诉我？', '他为什么不帮我？'],
  ])('that differ in what decides are not the same: %s', (one, other) => {
    expect(isSame(one, other)).toBe(false);
    expect(isSame(one, one)).toBe(true);
  });

  it.each([
    ['How do I reset it to 1,000?', 'how can i reset it to 1000'],
    ['What’s the price of 3 apples?', "what's the price of three apples"],
    ['Tell me how tall Anna is', 'How tall is Anna?'],
    ['What does HTTP status 404 mean?', 'What is the meaning of HTTP status 404?'],
  ])('in other words are: %s', (one, other) => {
    expect(isSame(one, other)).toBe(true);
  });
});

describe('a question that is not compared', () => {
  it.each([
    ['in French', 'Quelle est la capitale de la France ?'],
    ['in Spanish', '¿Cuál es la capital de Francia?'],
    ['in Dutch', 'Wat is de hoofdstad van Frankrijk?'],
    ['in Russian', 'Какая столица Франции?'],
    ['in Japanese', '日本の首都はどこですか'],
    ['in Korean', '프랑스의 수도는?'],
    ['in Arabic', 'ما هي عاصمة فرنسا؟'],
    ['of one name', 'France'],
    ['of nothing', ' ?! '],
    ['that is too long', `What is this? ${'x'.repeat(LONGEST_QUESTION)}`],
  ])('is one %s', (_what, text) => {
    expect(readQuestion(text)).toBeUndefined();
  });
});

describe('hidden words', () => {
  it('are not readable, and differ with the salt', () => {
    const question = readQuestion('What is the secret of Fort Knox?');
    const hidden = JSON.stringify(hideWords(question ? [question] : [], 'one'));
    expect(hidden).not.toMatch(/secret|fort|knox/i);
    expect(JSON.stringify(hideWords(question ? [question] : [], 'other'))).not.toBe(hidden);
  });
});

describe('hostile texts', () => {
  it.each([
    ['brackets', '("'.repeat(1_000)],
    ['backticks', '`'.repeat(2_000)],
    ['numbers', '1,000,'.repeat(330)],
    ['one word', `what is ${'ing'.repeat(600)}`],
    ['fillers', 'please '.repeat(280)],
    ['politeness', 'could you please '.repeat(117)],
    ['Chinese', '不是不是'.repeat(500)],
    ['symbols', '<>+='.repeat(500)],
  ])('take no time: %s', (_what, text) => {
    const startedAt = performance.now();
    readQuestion(text);
    expect(performance.now() - startedAt).toBeLessThan(250);
  });
});
