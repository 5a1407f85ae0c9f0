import { describe, expect, it } from '@jest/globals';
import { readLocalAddress } from './read-local-address.js';

const BY_DEFAULT = 'http://127.0.0.1:11434';

describe('OLLAMA_HOST', () => {
  it.each([
    [undefined, 'http://127.0.0.1:11434'],
    ['', 'http://127.0.0.1:11434'],
    ['127.0.0.1', 'http://127.0.0.1:11434'],
    ['127.0.0.1:9999', 'http://127.0.0.1:9999'],
    [':9999', 'http://127.0.0.1:9999'],
    ['0.0.0.0', 'http://127.0.0.1:11434'],
    ['0.0.0.0:9999', 'http://127.0.0.1:9999'],
    ['[::]:9999', 'http://127.0.0.1:9999'],
    ['[::1]:9999', 'http://[::1]:9999'],
    ['models.example.com', 'http://models.example.com:11434'],
    ['models.example.com:80', 'http://models.example.com'],
    ['http://models.example.com', 'http://models.example.com'],
    ['https://models.example.com', 'https://models.example.com'],
    ['https://models.example.com:8443/ollama/', 'https://models.example.com:8443/ollama'],
    [' http://127.0.0.1:11434/ ', 'http://127.0.0.1:11434'],
    ['http://user:secret@127.0.0.1:11434', 'http://127.0.0.1:11434'],
  ])('%p means %s', (value, expected) => {
    expect(readLocalAddress(value, BY_DEFAULT)).toBe(expected);
  });

  it.each(['::1', 'no host', '127.0.0.1:99999'])('%p is no address', (value) => {
    expect(readLocalAddress(value, BY_DEFAULT)).toBeUndefined();
  });
});
