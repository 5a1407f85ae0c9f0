import { z } from 'zod';
import { customEntities } from './custom-entities.js';
import { section } from './values.js';

/** Personal data that counts where a policy names no entities. */
export const PERSONAL_ENTITIES = ['email', 'phone', 'credit_card', 'iban', 'us_ssn', 'ip_address'] as const;

/** What the gateway recognises (docs/contract/personal-data.md#policies). Secrets are looked for where a policy names them. */
export const PII_ENTITIES = [...PERSONAL_ENTITIES, 'secret'] as const;

export const piiSchema = section(
  {
    entities: z
      .array(z.enum(PII_ENTITIES))
      .default([...PERSONAL_ENTITIES])
      .describe('Entities that count as personal data; `secret` counts only if it is named.'),
    custom_entities: customEntities(PII_ENTITIES),
    input: z.enum(['off', 'redact', 'block']).default('off').describe('What to do with personal data in requests.'),
    output: z
      .enum(['off', 'stream', 'buffer'])
      .default('off')
      .describe('Redaction of responses: none, while they stream, or when they are complete.'),
    placeholder: z
      .string()
      .max(64)
      .refine(
        (value) => value.split('EMAIL').length === 2 && value.split('1').length === 2,
        'must hold EMAIL and 1 once each',
      )
      .refine((value) => !/\d\d/.test(value), 'must hold no digit beside the 1')
      .default('[EMAIL_1]')
      .describe(
        'Replacement of the first e-mail address of a request. Other entities and numbers use the same format.',
      ),
    restore: z.boolean().default(false).describe("Whether the person's own values are restored in the response."),
  },
  'Redaction of personal data.',
);
