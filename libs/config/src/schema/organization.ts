import { z } from 'zod';
import { count, modelName, name, section } from './values.js';

export const organizationSchema = section(
  {
    name: name().default('default').describe('Name of the organization.'),
    products: z
      .array(z.string().regex(/^[a-z][a-z0-9_]*$/, 'must be a product such as ai_gateway'))
      .default(['ai_gateway'])
      .describe('Products of the organization. Without `ai_gateway`, every request to /v1 is 403.'),
    scim: section(
      {
        default_allowed_models: z
          .array(modelName())
          .default([])
          .describe('Models of a team that SCIM creates. `[]`: no models until an administrator grants them.'),
      },
      'Provisioning by an identity provider. See docs/sso-and-scim.md.',
    ),
  },
  'The organization of a self-hosted installation.',
);

/** Objects of one kind. */
const most = (number: number, text: string) => count().max(10_000_000).default(number).describe(text);

export const organizationLimitsSchema = section(
  {
    workspaces: most(1_000, 'Workspaces.'),
    teams: most(10_000, 'Teams.'),
    people: most(100_000, 'People.'),
    keys: most(200_000, 'API keys and access tokens.'),
    virtual_accounts: most(10_000, 'Virtual accounts.'),
    providers: most(5_000, 'Providers.'),
    models: most(20_000, 'Models and virtual models.'),
    policies: most(
      20_000,
      'Routing configs, guardrails, prompts, and policies of budgets, caches, personal data and tags. Rate-limit policies are counted apart, to the same number.',
    ),
    policies_mb: count()
      .max(1_000_000)
      .default(64)
      .describe('Size of those definitions together, in megabytes of JSON.'),
    others: most(10_000, 'MCP servers, their tools, secrets, invitations, and SCIM tokens and mappings: each kind.'),
  },
  'Objects that one organization may have, so that none fills the memory of gateways that serve several. More is 409 for its people and keys. Operators (the command line and this file) are not limited.',
);
