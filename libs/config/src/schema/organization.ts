import { z } from 'zod';
import { modelName, name, section } from './values.js';

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
