import { describe, expect, it } from '@jest/globals';
import { buildChatBody, buildPrompt, buildStreamBody } from './build-requests.js';

describe('buildPrompt', () => {
  it('has four characters for each token', () => {
    expect(buildPrompt(10_000)).toHaveLength(40_000);
    expect(buildPrompt(7)).toBe('the gateway reads a long pro');
  });
});

describe('buildStreamBody', () => {
  it('asks for a stream with usage, in the spelling that the fixed upstream looks for', () => {
    const body = buildStreamBody(20);
    expect(body).toContain('"stream":true');
    expect(body).toContain('"include_usage":true');
    expect(body).toContain('one every 20 ms');
  });
});

describe('buildChatBody', () => {
  it('asks for no stream', () => {
    expect(JSON.parse(buildChatBody('Hello'))).not.toHaveProperty('stream');
    expect(JSON.parse(buildChatBody('Hello')).messages[1]).toEqual({ role: 'user', content: 'Hello' });
  });
});
