import { describe, expect, it } from '@jest/globals';
import { showExportConfig } from './export-config.js';

describe('the settings of an export as they are shown', () => {
  it('have addresses without paths, and secrets by the end of long ones', () => {
    const config = {
      url: 'https://in.example.com:8443/T0ken/x',
      token: 'short',
      account_key: 'a-long-key-of-an-account',
      sas_token: 'sv=2021&sig=a-long-signature',
      password: 'a-long-password-of-a-user',
      headers: { authorization: 'Bearer hush' },
      database: 'logs',
      gzip: true,
    };
    expect(showExportConfig(config)).toEqual({
      url: 'https://in.example.com:8443',
      token: '...',
      account_key: '...ount',
      sas_token: '...ture',
      password: '...user',
      headers: { authorization: '...' },
      database: 'logs',
      gzip: true,
    });
  });
});
