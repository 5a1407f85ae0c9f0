import { describe, expect, it } from '@jest/globals';
import { siteOf } from './site-of.js';

const request = (origin?: string) => ({
  method: 'POST',
  protocol: 'http' as const,
  host: '10.0.0.7:8080',
  headers: origin === undefined ? {} : { origin },
});

describe('where a request came to', () => {
  it('is the address of the request itself', () => {
    expect(siteOf(request(), undefined)).toEqual({ method: 'POST', origin: 'http://10.0.0.7:8080' });
  });

  it('is the public address where that is the one that the Origin names', () => {
    expect(siteOf(request('https://ai.example'), 'https://ai.example').origin).toBe('https://ai.example');
    expect(siteOf(request('https://evil.example'), 'https://ai.example').origin).toBe('http://10.0.0.7:8080');
  });
});
