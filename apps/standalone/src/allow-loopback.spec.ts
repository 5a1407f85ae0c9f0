import { parseConfig } from '@multilane/config';
import { checkUserBaseUrl, parseAllowedNetworks } from '@multilane/egress';
import { describe, expect, it } from 'vitest';
import { allowLoopback } from './allow-loopback.js';

describe('docs/contract/egress.md#standalone: standalone allows loopback', () => {
  const { config } = parseConfig('network: { allow_private: [10.20.0.0/16] }', { env: {} });
  const allowed = parseAllowedNetworks(allowLoopback(config).network.allow_private);

  it.each(['http://localhost:11434/v1', 'http://127.0.0.1:11434', 'http://[::1]:11434', 'http://10.20.0.1'])(
    'and what the file lists: %s',
    (url) => {
      expect(checkUserBaseUrl(url, allowed)).toBeUndefined();
    },
  );

  it.each(['http://192.168.0.1', 'http://0.0.0.0:11434', 'http://169.254.169.254'])('and nothing more: %s', (url) => {
    expect(checkUserBaseUrl(url, allowed)).toMatch('is refused');
  });

  it('the configuration that was read stays as it was', () => {
    expect(config.network.allow_private).toEqual(['10.20.0.0/16']);
  });
});
