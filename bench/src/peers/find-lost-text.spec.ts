import { describe, expect, it } from '@jest/globals';
import { buildStreamEvents } from '../fixed-answer.js';
import { findLostText } from './find-lost-text.js';

const STREAM = buildStreamEvents(true);

describe('findLostText', () => {
  it('accepts what the upstream sends, and chunks without text between', () => {
    expect(findLostText(STREAM.join(''))).toBeUndefined();
    const added = [
      'data: {"choices":[{"delta":{"role":"assistant","content":null}}]}\n\n',
      ': a comment\n\n',
      ...STREAM,
    ];
    expect(findLostText(added.join(''))).toBeUndefined();
  });

  it('finds a piece that is lost or comes twice', () => {
    expect(findLostText(STREAM.toSpliced(3, 1).join(''))).toContain('the text is');
    expect(findLostText(STREAM.toSpliced(3, 0, STREAM[3] ?? '').join(''))).toContain('the text is');
  });

  it('finds a stream that ends early', () => {
    expect(findLostText(STREAM.slice(0, -1).join(''))).toContain('[DONE]');
  });
});
