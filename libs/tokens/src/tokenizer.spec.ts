import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectWithin, processorTimeOf } from '@multilane/testing/measure-hold';
import { randomLetters } from './random-letters.tools.spec.js';
import { chooseEncoding, countTokens, loadTokenizer, type Tokenizer } from './tokenizer.js';

let tokenizer: Tokenizer;
beforeAll(async () => {
  tokenizer = await loadTokenizer();
});

describe('chooseEncoding', () => {
  it.each([
    'gpt-4',
    'gpt-4-0613',
    'gpt-4-turbo',
    'gpt-3.5-turbo',
    'gpt-35-turbo',
    'openai/gpt-4',
    'ft:gpt-3.5-turbo:me',
  ])('takes cl100k_base for %s', (model) => expect(chooseEncoding(model)).toBe('cl100k_base'));
  it.each(['text-embedding-3-small', 'text-embedding-3-large', 'text-embedding-ada-002'])(
    'takes cl100k_base for %s',
    (model) => expect(chooseEncoding(model)).toBe('cl100k_base'),
  );
  it.each(['gpt-4o', 'gpt-4.1', 'gpt-5', 'o3', 'claude-sonnet-4-5', 'my-gpt-4', ''])(
    'takes o200k_base for %s',
    (model) => expect(chooseEncoding(model)).toBe('o200k_base'),
  );
});

describe('the tokenizer', () => {
  it('is loaded once per encoding', async () => {
    expect(await loadTokenizer('gpt-4o')).toBe(await loadTokenizer('claude-sonnet-4-5'));
    expect(await loadTokenizer('gpt-4')).not.toBe(await loadTokenizer('gpt-4o'));
    expect((await loadTokenizer('gpt-4')).encoding).toBe('cl100k_base');
  });

  it('counts special tokens in a text as the letters they are', () => {
    expect(tokenizer.count('<|endoftext|>')).toBeGreaterThan(1);
    expect(tokenizer.count('<|im_start|>system')).toBeGreaterThan(2);
  });

  it('counts half a surrogate pair instead of failing', () => {
    expect(tokenizer.count('\ud83d')).toBeGreaterThan(0);
  });

  it('counts a megabyte of one letter in under 300 ms', async () => {
    const count = async () => expect(await countTokens('a'.repeat(1_000_000), 'gpt-4o')).toBe(125_000);
    await expectWithin(300, () => processorTimeOf(count));
  });

  it('counts a megabyte of random letters without holding the process for long', async () => {
    const text = randomLetters(1_000_000);
    const count = () => expect(tokenizer.count(text)).toBeGreaterThan(400_000);
    await expectWithin(3_000, () => processorTimeOf(count));
  });

  it('estimates a long text within one in a hundred of its exact count', () => {
    const paragraph = (index: number): string =>
      `Paragraph ${index}: the gateway takes ${index * 7} requests; 第${index}段落。 \`const x${index} = ${index};\`\n`;
    const paragraphs = Array.from({ length: 6_000 }, (_, index) => paragraph(index));
    const exact = paragraphs.reduce((sum, text) => sum + tokenizer.count(text), 0);
    const sampled = tokenizer.countAll(paragraphs);
    expect(paragraphs.join('').length).toBeGreaterThan(400_000);
    expect(Math.abs(sampled - exact) / exact).toBeLessThan(0.01);
  });
});
