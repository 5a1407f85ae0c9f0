import { describe, expect, it } from '@jest/globals';
import { showExportConfig } from './export-config.js';

describe('the settings of an export as they are shown', () => {
  it('have addresses without paths, and secrets by the end of long ones', () => {
    const config = {
      url: 'https://in.example.com:8443/T0ken/x',
      token: 'short',
      password: 'a-long-password-of-a-user',
      headers: { authorization: 'Bearer hush' },
      database: 'logs',
      gzip: true,
    };
    expect(showExportConfig(config)).toEqual({
      url: 'https://in.example.com:8443',
      token: '...',
      password: '...user',
      headers: { authorization: '...' },
      database: 'logs',
      gzip: true,
    });
  });
});
