import { z } from 'zod';
import { count, httpUrl, name, secret, section, text } from './values.js';

const consoleSchema = section(
  {
    enabled: z.boolean().default(true).describe('Whether people may sign in to the console.'),
    sso: section(
      {
        client_id: text()
          .optional()
          .describe('Id of the client registered with the identity provider in `auth.oidc.issuer`.'),
        client_secret: secret()
          .optional()
          .describe('Secret of the client. Empty: a public client that uses only PKCE.'),
      },
      'Single sign-on to the console. Requires `server.public_base_url`. See docs/sso-and-scim.md.',
    ),
    session_idle_minutes: count().default(720).describe('Minutes without a request after which a session ends.'),
    session_max_days: count().default(14).describe('Maximum age of a session, in days.'),
  },
  'Console sign-in.',
);

/** Settings of docs/contract/authentication.md#oidc. */
const oidcSchema = section(
  {
    issuer: httpUrl().optional().describe('Expected `iss`. Empty: no JWT is accepted.'),
    audience: text().optional().describe('Expected `aud`; required with `issuer`.'),
    jwks_url: httpUrl().optional().describe('Address of the key set. Empty: discovered from the issuer.'),
    team_claim: text()
      .default('team')
      .describe('Claim that contains the team: a name, or a path such as `resource_access.team`.'),
    team_mapping: z
      .record(z.string(), name())
      .default({})
      .describe(
        'Maps values of the claim to teams. Of several teams the header `X-Service-Team` chooses one, else the first in this order. Empty: the value is the name of the team.',
      ),
    role_claim: text()
      .default('role')
      .describe('Claim that contains the role: a name, or a path such as `realm_access.roles`.'),
    admin_role: text().default('admin').describe('Value of the role claim that grants the admin role.'),
    spa_client_id: text().optional().describe('Client id that the console signs in with. Empty: no SSO button.'),
  },
  'Authentication with JWTs of an identity provider.',
);

export const authSchema = section({ console: consoleSchema, oidc: oidcSchema }, 'Authentication.');
