import {
  BUDGET_ACTIONS,
  BUDGET_SCOPES,
  BUDGET_UNITS,
  BUDGET_WINDOWS,
  isTimeZoneName,
  WEEKDAYS,
} from '@multilane/contracts';
import { z } from 'zod';
import { modelName, name, section } from './values.js';

/** Amounts beyond this are mistakes, and more than a column of the database holds. */
const MOST = 1_000_000_000_000;

/** A customer may have 256 characters, a model 512. */
const LONGEST_VALUE = 512;

const amount = () => z.number().positive().max(MOST);

const value = () => z.string().min(1).max(LONGEST_VALUE);

/** A budget (docs/contract/budgets.md#rules). */
export const budgetRuleSchema = z.object({
  name: name().describe('Name of the rule.'),
  scope: z
    .enum(BUDGET_SCOPES)
    .default('organization')
    .describe('Dimension of the requests that are counted: all, or those of a team, of a tag and so on.'),
  value: value()
    .optional()
    .describe(
      'The one of the scope: name of a team, model or provider; `name` or `name=value` of a tag; a customer; the id of a workspace, user, virtual account or key (of gateway.yaml: `team/key`). If left out: every one, each with a budget of its own.',
    ),
  applies_per: z
    .enum(['shared', ...BUDGET_SCOPES])
    .optional()
    .describe(
      'Dimension by which requests are counted apart, each with the whole amount; `shared`: all together. Default: `shared` with a `value` or the scope `organization`, otherwise the scope.',
    ),
  amount: amount().describe('Amount of each window, in the unit.'),
  unit: z.enum(BUDGET_UNITS).default('usd').describe('US dollars, prompt and completion tokens, or requests.'),
  window: z.enum(BUDGET_WINDOWS).default('month').describe('Length of the window. `total`: never reset.'),
  rolling: z
    .boolean()
    .default(false)
    .describe('If true: the time before now, instead of a period of the calendar. A month has 30 days then.'),
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'must be the name of an IANA time zone such as Europe/Berlin')
    .default('UTC')
    .describe('Time zone of the calendar, by its IANA name.'),
  week_start: z.enum(WEEKDAYS).default('monday').describe('First day of a week.'),
  fiscal_year_start: z
    .int()
    .min(1)
    .max(12)
    .default(1)
    .describe('First month of the fiscal year, 1 to 12. Quarters and years begin by it.'),
  carry_over: z
    .boolean()
    .default(false)
    .describe('If true: the unspent rest of a window is added to the next, at most once the amount.'),
  action: z
    .enum(BUDGET_ACTIONS)
    .default('refuse')
    .describe(
      'Effect when it is spent. `refuse`: 402 `budget_exceeded`. `alert`: none, it is only counted and shown. `downgrade`: requests continue on `downgrade_to`.',
    ),
  downgrade_to: modelName()
    .optional()
    .describe('Model or virtual model that requests continue on, by name. Required for `downgrade`.'),
  include_media: z
    .boolean()
    .default(false)
    .describe('If true: images, audio, video and other media count too. Tokens and requests of realtime always count.'),
  raise: z
    .object({
      amount: amount().describe('Amount until then, in the unit.'),
      until: z.iso.datetime({ offset: true }).describe('Time at which the raise ends, RFC 3339.'),
      reason: z.string().max(500).optional().describe('Reason, for the audit trail.'),
    })
    .optional()
    .describe('A temporary change of the amount.'),
});

/** Budgets in dollars for models without a known price (docs/budgets.md#prices), and budget rules. */
export const budgetsSchema = section(
  {
    unpriced: z
      .enum(['allow', 'refuse'])
      .default('allow')
      .describe(
        'Requests with a budget in dollars to models without a price. `allow`: they cost nothing. `refuse`: 403 `model_unpriced`. A declared price of 0 is a price.',
      ),
    rules: z
      .array(budgetRuleSchema)
      .default([])
      .describe('Budgets of the organization by team, user, key, tag, customer, model and so on. See docs/budgets.md.'),
  },
  'Budgets.',
);

/** True for the name of an IANA time zone. An offset such as +02:00 is none: it has no daylight saving. */
export function isTimeZone(text: string): boolean {
  return /^[A-Za-z]/.test(text) && isTimeZoneName(text);
}
