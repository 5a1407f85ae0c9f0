import { describe, expect, test } from '@jest/globals';
import { CONTEXT_LENGTH_SENTENCES, isContextLengthCode, isContextLengthMessage } from './context-length-wordings.js';

describe('context-length wordings', () => {
  test.each(CONTEXT_LENGTH_SENTENCES)('knows: %s', (sentence) => {
    expect(isContextLengthMessage(sentence)).toBe(true);
  });

  test.each([
    "This model's maximum context length is 65536 tokens. However, you requested 66000 tokens (65000 in the messages).",
    "'max_tokens' is too large: 5000. This model's maximum context length is 4096 tokens and your request has 10.",
    "Requested token count exceeds the model's maximum context length of 131072 tokens.",
    "This endpoint's maximum context length is 32768 tokens. However, you requested about 40000 tokens.",
    'prompt is too long: 213462 tokens > 200000 maximum',
    'the request exceeds the available context size, try increasing it',
    'the input length exceeds the context length',
    'Please reduce the length of the messages or completion. Current length is 8201 while limit is 8192',
  ])('knows this form of one too: %s', (sentence) => {
    expect(isContextLengthMessage(sentence)).toBe(true);
  });

  test.each([
    'Request too large for model on tokens per minute (TPM): Limit 6000, Requested 7000',
    "Invalid 'max_tokens': integer above maximum value.",
    'Too many requests',
    'The model does not exist.',
  ])('does not mistake: %s', (sentence) => {
    expect(isContextLengthMessage(sentence)).toBe(false);
  });

  test.each(['context_length_exceeded', 'exceed_context_size_error'])('knows the code %s', (code) => {
    expect(isContextLengthCode(code)).toBe(true);
    expect(isContextLengthCode(`${code}_not`)).toBe(false);
  });
});
