import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import { checkUserBaseUrl, checkUserUrl, parseAllowedNetworks } from '@multilane/egress';
import { allowLoopback } from './allow-loopback.js';

describe('docs/contract/egress.md#standalone: standalone allows loopback to providers', () => {
  const { config } = parseConfig('network: { allow_private: [10.20.0.0/16] }', { env: {} });
  const { allow_private: everywhere, allow_private_providers: further } = allowLoopback(config).network;
  const allowed = parseAllowedNetworks([...everywhere, ...further]);

  it.each(['http://localhost:11434/v1', 'http://127.0.0.1:11434', 'http://[::1]:11434', 'http://10.20.0.1'])(
    'and what the file lists: %s',
    (url) => {
      expect(checkUserBaseUrl(url, allowed)).toBeUndefined();
    },
  );

  it.each(['http://192.168.0.1', 'http://0.0.0.0:11434', 'http://169.254.169.254'])('and nothing more: %s', (url) => {
    expect(checkUserBaseUrl(url, allowed)).toMatch('is refused');
  });

  it('and not to webhooks and other addresses of people', () => {
    for (const url of ['http://localhost:9', 'http://127.0.0.1:9', 'http://[::1]:9'])
      expect(checkUserUrl(url, parseAllowedNetworks(everywhere))).toMatch('is refused');
  });

  it('the configuration that was read stays as it was', () => {
    expect(config.network).toMatchObject({ allow_private: ['10.20.0.0/16'], allow_private_providers: [] });
  });
});
