import { describe, expect, it } from '@jest/globals';
import { requestOriginOf } from './request-origin-of.js';

const request = { method: 'POST', protocol: 'http' as const, host: '10.0.0.7:8080' };

describe('the origin of a request', () => {
  it('is the address of the request itself where the configuration names none', () => {
    expect(requestOriginOf(request, undefined)).toEqual({ method: 'POST', origin: 'http://10.0.0.7:8080' });
  });

  it('is the public address where the configuration names one, whatever the request says', () => {
    expect(requestOriginOf(request, 'https://ai.example').origin).toBe('https://ai.example');
    expect(requestOriginOf({ ...request, host: 'evil.example' }, 'https://ai.example').origin).toBe(
      'https://ai.example',
    );
  });
});
