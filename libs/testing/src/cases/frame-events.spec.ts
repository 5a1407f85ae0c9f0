import { describe, expect, it } from '@jest/globals';
import { frameEvents } from './frame-events.js';

const framed = (provider: string) => Buffer.concat(frameEvents(['{"type":"one"}'], provider)).toString();

describe('frameEvents', () => {
  it.each([
    ['anthropic', 'event: one\ndata: {"type":"one"}\n\n'],
    ['openai-responses', 'event: one\ndata: {"type":"one"}\n\n'],
    ['cohere', 'event: one\ndata: {"type":"one"}\n\ndata: [DONE]\n\n'],
    ['gemini', 'data: {"type":"one"}\n\n'],
    ['vertex', 'data: {"type":"one"}\n\n'],
    ['openai-chat', 'data: {"type":"one"}\n\ndata: [DONE]\n\n'],
    ['openai-compatible', 'data: {"type":"one"}\n\ndata: [DONE]\n\n'],
  ])('frames as %s streams are framed', (provider, expected) => {
    expect(framed(provider)).toBe(expected);
  });
});
