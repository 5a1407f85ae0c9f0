import { describe, expect, it } from '@jest/globals';
import { describeDocument, formatBytes } from './describe-document.js';

describe('the state of a document', () => {
  it.each([
    ['ready', { status: 'ready', progress: null, error: null }, 'ok', 'ready'],
    ['failed', { status: 'failed', progress: null, error: 'No text.' }, 'error', 'failed'],
    [
      'queued before a worker takes it',
      { status: 'processing', progress: { step: null, embedded_chunks: 0 }, error: null },
      'pending',
      'queued',
    ],
    [
      'its step while it is worked on',
      { status: 'processing', progress: { step: 'embed', embedded_chunks: 3 }, error: null },
      'pending',
      'embed',
    ],
    [
      'waiting while a reason is given',
      { status: 'processing', progress: { step: 'embed', embedded_chunks: 3 }, error: 'Embedding waits' },
      'warning',
      'waiting',
    ],
  ] as const)('is %s', (_, document, state, word) => {
    expect(describeDocument(document)).toEqual({ state, word });
  });
});

describe('a size', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [1_550_000, '1.6 MB'],
    [5e15, '5,000,000 GB'],
  ])('of %d bytes is %s', (bytes, text) => {
    expect(formatBytes(bytes, 'en')).toBe(text);
  });
});
