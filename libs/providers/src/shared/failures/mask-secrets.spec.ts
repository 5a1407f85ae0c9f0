import { describe, expect, test } from '@jest/globals';
import { maskSecrets } from './mask-secrets.js';

describe('maskSecrets', () => {
  test.each([
    'sk-proj-abcDEF1234567890',
    'sk-ant-api03-xyz_123',
    'gsk_0123456789abcdef',
    'xai-0123456789abcdef',
    'nvapi-0123456789abcdef',
    'AIzaSyA1234567890abcdefg',
    'ya29.a0AfB_by-short_1',
    'sk-pr***************wxyz',
    '0123456789abcdef0123456789abcdef',
    'Ab3xYz0123456789QwErTyUiOpAsDfGh',
  ])('masks the key %s', (key) => {
    expect(maskSecrets(`Incorrect API key provided: ${key}. You can find yours at https://example.com.`)).toBe(
      'Incorrect API key provided: [secret] You can find yours at https://example.com.'.replace(
        '[secret] ',
        key.startsWith('0') || key.startsWith('Ab') ? '[secret]. ' : '[secret] ',
      ),
    );
  });

  test.each([
    ['Authorization: Bearer abc.def-ghi', 'abc.def'],
    ['{"api_key":"short"}', 'short'],
    ['password=hunter2&x=1', 'hunter2'],
    ['the token: abc123', 'abc123'],
    ['no such key ABSKQmVkc/m9ja0+FQSUt==', 'ja0+FQ'],
  ])('masks what stands beside a credential’s name: %s', (text, secret) => {
    expect(maskSecrets(text)).not.toContain(secret);
  });

  test.each([
    "This model's maximum context length is 8192 tokens, however you requested 9000 tokens.",
    'insufficient_system_resource ResponsibleAIPolicyViolation',
    'request id 3f2504e0-4f89-11d3-9a0c-0305e82c3301',
    'skipping the skeletonised sk model',
  ])('leaves ordinary words alone: %s', (text) => {
    expect(maskSecrets(text)).toBe(text);
  });
});
