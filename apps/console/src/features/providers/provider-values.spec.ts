import { describe, expect, it } from '@jest/globals';
import { UNLIMITED } from '../../ui/parallel-values.js';
import {
  findBadHeader,
  type Provider,
  type ProviderKind,
  toProviderBody,
  valuesOfProvider,
} from './provider-values.js';
import { NO_QUOTA } from './quota-values.js';

const setting = (name: string, type = 'text', secret = false) => ({
  name,
  type,
  secret,
  label: name,
  help: '',
  required: false,
  default: null,
  example: null,
});

const KIND = {
  kind: 'openai',
  settings: [
    setting('api_key', 'text', true),
    setting('api_keys', 'list', true),
    setting('base_url', 'url'),
    setting('cold_start', 'boolean'),
  ],
} as unknown as ProviderKind;

const STORED = {
  id: 'p1',
  name: 'ours',
  kind: 'openai',
  base_url: 'https://llm.example.com/v1',
  api_version: null,
  region: null,
  project: null,
  location: null,
  cold_start: false,
  timeouts: { connect_ms: 900, idle_ms: 7 },
  max_parallel: 6,
  queue: { max_wait_ms: 40, max_length: 5 },
  quota: { rpm: 600, reserve: { priority: 'high', percent: 20 } },
  header_names: ['x-team'],
  has_api_key: true,
  api_key_hint: 'wxyz',
  has_api_keys: false,
  api_keys_hints: [],
} as unknown as Provider;

describe('the body of a provider', () => {
  it('a new name leaves the settings as they are, and sends no secret and no header', () => {
    const values = { ...valuesOfProvider(STORED), name: 'renamed' };
    expect(toProviderBody(values, KIND, false)).toEqual({
      name: 'renamed',
      base_url: 'https://llm.example.com/v1',
      cold_start: false,
      timeouts: { connect_ms: 900, idle_ms: 7 },
      max_parallel: 6,
      queue: { max_wait_ms: 40, max_length: 5 },
      quota: { rpm: 600, reserve: { priority: 'high', percent: 20 } },
    });
  });

  it('an emptied setting goes, and a secret goes only when it is said', () => {
    const values = {
      ...valuesOfProvider(STORED),
      base_url: ' ',
      remove: ['api_key', 'headers'],
      timeouts: {},
      parallel: UNLIMITED,
      quota: NO_QUOTA,
    };
    expect(toProviderBody(values, KIND, false)).toEqual({
      name: 'ours',
      base_url: null,
      cold_start: false,
      api_key: null,
      headers: null,
      timeouts: null,
      max_parallel: null,
      queue: null,
      quota: null,
    });
  });

  it('a new one has only what was filled in', () => {
    const values = {
      ...valuesOfProvider(STORED),
      base_url: '',
      cold_start: '',
      timeouts: {},
      parallel: UNLIMITED,
      quota: NO_QUOTA,
      api_keys: ' a\n\n b ',
      headers: 'X-A: 1:2',
    };
    expect(toProviderBody(values, KIND, true)).toEqual({
      name: 'ours',
      kind: 'openai',
      api_keys: ['a', 'b'],
      headers: { 'X-A': '1:2' },
    });
  });

  it.each([
    ['', undefined],
    ['X-A: 1\n\nX-B: 2', undefined],
    ['X-A: 1\nnothing', 2],
    ['X A: 1', 1],
    ['X-A:', 1],
  ])('the first line of %j that is no header is %s', (text, line) => {
    expect(findBadHeader(text)).toBe(line);
  });
});
