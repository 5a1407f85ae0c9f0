type Provider = 'okta' | 'entra';

/** Keys of the texts of each step, in order (docs/sso-and-scim.md). */
export const STEPS: Readonly<Record<Provider, readonly string[]>> = {
  okta: ['create', 'redirect', 'assign', 'copy', 'config', 'try'],
  entra: ['register', 'secret', 'permissions', 'claims', 'assign', 'config', 'try'],
};

const ISSUERS: Readonly<Record<Provider, string>> = {
  okta: 'https://your-org.okta.com',
  entra: 'https://login.microsoftonline.com/TENANT_ID/v2.0',
};

/** Writes an example of gateway.yaml, to be completed with the values that the identity provider shows. */
export function writeExample(provider: Provider): string {
  return [
    'server:',
    '  public_base_url: https://ai.example.com',
    'auth:',
    '  oidc:',
    `    issuer: ${ISSUERS[provider]}`,
    '    audience: api://multilane',
    '  console:',
    // A variable of gateway.yaml, not of this text.
    '    sso: { client_id: CLIENT_ID, client_secret: "$' + '{SSO_CLIENT_SECRET}" }',
  ].join('\n');
}
