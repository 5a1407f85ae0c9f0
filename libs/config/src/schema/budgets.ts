import { z } from 'zod';
import { section } from './values.js';

/** Budgets in dollars for models without a known price (docs/budgets.md#prices). */
export const budgetsSchema = section(
  {
    unpriced: z
      .enum(['allow', 'refuse'])
      .default('allow')
      .describe(
        'Requests of keys with a budget in dollars to models without a price. `allow`: they cost nothing. `refuse`: 403 `model_unpriced`. A declared price of 0 is a price.',
      ),
  },
  'Budgets.',
);
