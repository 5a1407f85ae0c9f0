import { BUDGET_PERIODS, KEY_ROLES } from '@multilane/contracts';
import { z } from 'zod';
import { isGuessableApiKey } from './fields/is-guessable.js';
import { maxPrioritySchema, prioritySchema, queueSchema } from './queue.js';
import { limit, modelName, name, secret, usd } from './values.js';

/** Largest budget, as in the database: a larger one cannot be counted to the cent. */
const LARGEST_BUDGET_USD = 1e12;

const KEY = /^ml-[\x21-\x7e]{21,}$/;

/**
 * A key declared in the file. A dotted key would be read as a JWT, hence the prefix rule
 * (docs/contract/authentication.md#token-forms).
 */
const apiKeySchema = z.object({
  name: name().describe('Name of the key.'),
  key: secret()
    .regex(KEY, 'must start with ml- and have at least 24 characters, without spaces')
    .refine(
      (key) => !KEY.test(key) || !isGuessableApiKey(key),
      'is not random: it is a repetition, a sequence or an example. Make one with `echo ml-$(openssl rand -hex 24)`',
    )
    .default('')
    .describe(
      'The key: `ml-` and at least 21 more characters. If empty, the key cannot be used, and a warning is logged at startup.',
    ),
  role: z.enum(KEY_ROLES).default('member').describe('Role of the key, for calls other than inference.'),
  expires_at: z.iso
    .datetime({ offset: true, error: 'must be an RFC 3339 time such as 2027-01-31T00:00:00Z' })
    .meta({ type: 'RFC 3339 time' })
    .optional()
    .describe('Time at which the key expires.'),
  rpm_limit: limit().describe('Requests per minute. 0: unlimited.'),
  tpm_limit: limit().describe('Tokens per minute. 0: unlimited.'),
  max_parallel: limit().describe('Requests at the same time. 0: unlimited.'),
  queue: queueSchema,
  priority: prioritySchema,
  max_priority: maxPrioritySchema,
  budget_usd_monthly: usd()
    .max(LARGEST_BUDGET_USD)
    .optional()
    .describe('Maximum cost per budget period, in US dollars. Empty or 0: no budget.'),
  budget_reset_period: z.enum(BUDGET_PERIODS).default('monthly').describe('When the budget is reset.'),
});

export const teamSchema = z.object({
  name: name().describe('Name of the team. Claims of identity providers map to it.'),
  allowed_models: z
    .array(modelName())
    .optional()
    .describe('Models that callers of the team may use, by any of their names. If left out: every model. `[]`: none.'),
  rpm_limit: limit().describe('Requests per minute. 0: unlimited.'),
  tpm_limit: limit().describe('Tokens per minute. 0: unlimited.'),
  max_parallel: limit().describe('Requests at the same time. 0: unlimited.'),
  queue: queueSchema,
  priority: prioritySchema,
  max_priority: maxPrioritySchema,
  token_budget_monthly: limit().describe('Tokens per calendar month. 0: unlimited.'),
  api_keys: z.array(apiKeySchema).default([]).describe('API keys of the team.'),
});
