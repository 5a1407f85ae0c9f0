import { expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { STEPS, writeExample } from './sso-steps.js';

it.each(['okta', 'entra'] as const)(
  'writes settings of %s that are YAML, with a secret of the environment',
  (provider) => {
    expect(parse(writeExample(provider))).toEqual({
      server: { public_base_url: 'https://ai.example.com' },
      auth: {
        oidc: { issuer: expect.stringMatching(/^https:\/\//), audience: 'api://multilane' },
        console: { sso: { client_id: 'CLIENT_ID', client_secret: '$\u007bSSO_CLIENT_SECRET}' } },
      },
    });
  },
);

it('names each step once, and ends with a try', () => {
  for (const steps of Object.values(STEPS)) {
    expect(new Set(steps).size).toBe(steps.length);
    expect(steps.at(-1)).toBe('try');
  }
});
