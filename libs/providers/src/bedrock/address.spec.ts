import { describe, expect, test } from '@jest/globals';
import type { ProviderTarget } from '../adapter.js';
import { BEDROCK } from './adapter.js';

const TARGET: ProviderTarget = {
  kind: 'bedrock',
  upstreamModel: 'us.amazon.nova-micro-v1:0',
  baseUrl: '',
  headers: {},
  region: 'eu-central-1',
};
const ARN = 'arn:aws:bedrock:us-west-2:123456789012:application-inference-profile/a1b2';

describe('addressModel', () => {
  test.each([
    ['chat', false, '/model/us.amazon.nova-micro-v1%3A0/converse'],
    ['chat', true, '/model/us.amazon.nova-micro-v1%3A0/converse-stream'],
    ['embeddings', false, '/model/us.amazon.nova-micro-v1%3A0/invoke'],
  ] as const)('%s, streaming %s, is %s in the region', (endpoint, streaming, path) => {
    expect(BEDROCK.address(TARGET, endpoint, streaming)).toEqual({
      origin: 'https://bedrock-runtime.eu-central-1.amazonaws.com',
      path,
    });
  });

  test.each<[string, Partial<ProviderTarget>, string, string]>([
    [
      'the slashes and colons of an ARN, which is one segment',
      { upstreamModel: ARN },
      'https://bedrock-runtime.eu-central-1.amazonaws.com',
      '/model/arn%3Aaws%3Abedrock%3Aus-west-2%3A123456789012%3Aapplication-inference-profile%2Fa1b2/converse',
    ],
    [
      'the domain of China',
      { region: 'cn-north-1' },
      'https://bedrock-runtime.cn-north-1.amazonaws.com.cn',
      '/model/us.amazon.nova-micro-v1%3A0/converse',
    ],
    [
      'a base URL of its own',
      { baseUrl: 'https://vpce.example/bedrock' },
      'https://vpce.example',
      '/bedrock/model/us.amazon.nova-micro-v1%3A0/converse',
    ],
  ])('writes %s', (_name, target, origin, path) => {
    expect(BEDROCK.address({ ...TARGET, ...target }, 'chat', false)).toEqual({ origin, path });
  });

  test('sends a bearer key, and nothing without one', () => {
    const draft = { address: { origin: 'https://h', path: '/' }, headers: { a: 'b' }, body: '{}' };
    expect(BEDROCK.authorize(draft, 'key').headers).toEqual({ a: 'b', authorization: 'Bearer key' });
    expect(BEDROCK.authorize(draft, undefined)).toEqual(draft);
  });
});
