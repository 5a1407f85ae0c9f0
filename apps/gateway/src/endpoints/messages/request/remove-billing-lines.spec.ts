import { describe, expect, test } from '@jest/globals';
import { positionBlocks } from '../content-position.js';
import { removeBillingLines } from './remove-billing-lines.js';

const LINE = 'x-anthropic-billing-header: cc_version=9.9; cch=0a1b2;';

describe('removeBillingLines', () => {
  test.each([
    ['a line before others in one text', `${LINE}\nYou are an agent.`, ['You are an agent.']],
    ['several lines, with other ends', `${LINE}\r\nX-Anthropic-Other: 1\r\nYou are.`, ['You are.']],
    ['a text of its own', [LINE, 'You are an agent.'], ['You are an agent.']],
    ['two texts of their own', [LINE, `${LINE}\n`, 'You are.'], ['You are.']],
    ['instructions that have nothing else', LINE, []],
    ['a line further down, which stays', `You are.\n${LINE}`, [`You are.\n${LINE}`]],
    ['words that only look like it, which stay', 'x-anthropic is a prefix: yes', ['x-anthropic is a prefix: yes']],
  ])('removes lines for billing from the beginning: %s', (_name, given, kept) => {
    const content = typeof given === 'string' ? given : given.map((text) => ({ type: 'text', text }));
    const blocks = removeBillingLines(positionBlocks(content, undefined));
    expect(blocks.map(({ block }) => block.text)).toEqual(kept);
  });

  test('keeps the place of what remains', () => {
    const blocks = positionBlocks(
      [
        { type: 'text', text: LINE },
        { type: 'text', text: 'You' },
      ],
      undefined,
    );
    expect(removeBillingLines(blocks)).toEqual([
      { block: { type: 'text', text: 'You' }, place: { turn: undefined, block: 1 } },
    ]);
  });
});
