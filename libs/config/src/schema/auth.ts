import { z } from 'zod';
import { count, httpUrl, name, secret, section, text } from './values.js';

const consoleSchema = section(
  {
    enabled: z.boolean().default(true).describe('Whether people may sign in to the console.'),
    sso: section(
      {
        client_id: text().optional().describe('Client registered with the identity provider of `auth.oidc.issuer`.'),
        client_secret: secret().optional().describe('Its secret. Empty: a public client, with PKCE alone.'),
      },
      'Single sign-on to the console. Needs `server.public_base_url`; see docs/sso-and-scim.md.',
    ),
    session_idle_minutes: count().default(720).describe('A session without a request for so long ends.'),
    session_max_days: count().default(14).describe('A session ends after so long in any case.'),
  },
  'Sign-in of people.',
);

/** Settings of docs/contract/authentication.md#oidc. */
const oidcSchema = section(
  {
    issuer: httpUrl().optional().describe('Expected `iss`. Empty: no JWT is accepted.'),
    audience: text().optional().describe('Expected `aud`; required with `issuer`.'),
    jwks_url: httpUrl().optional().describe('Address of the key set. Empty: found by discovery from the issuer.'),
    team_claim: text()
      .default('team')
      .describe('Claim that carries the team: its name, or a path such as `resource_access.team`.'),
    team_mapping: z
      .record(z.string(), name())
      .default({})
      .describe('Team by value of the claim. Empty: the value is the team.'),
    role_claim: text()
      .default('role')
      .describe('Claim that carries the role: its name, or a path such as `realm_access.roles`.'),
    admin_role: text().default('admin').describe('Role that makes an admin.'),
    spa_client_id: text().optional().describe('Client id the console signs in with. Empty: no SSO button.'),
  },
  'JWTs of an identity provider.',
);

export const authSchema = section({ console: consoleSchema, oidc: oidcSchema }, 'Who may call.');
