import { ObjectListField } from '../../../fields/list-fields.js';
import { AmountField, ChoiceField, CountField, TextField } from '../../../fields/scalar-fields.js';
import type { PricedAgain } from '../what-if.service.js';

class WhatIfRowView {
  @TextField({ max: 512, description: 'Model that was used.' })
  model!: string;

  @TextField({ nullable: true, max: 512, description: 'Model whose price was used. Null: the prices of the request.' })
  as!: string | null;

  @CountField({ description: 'Number of calls.' })
  requests!: number;

  @CountField({ description: 'Prompt tokens.' })
  prompt_tokens!: number;

  @CountField({ description: 'Prompt tokens read from provider caches.' })
  cached_tokens!: number;

  @CountField({ description: 'Completion tokens.' })
  completion_tokens!: number;

  @AmountField({ description: 'US dollars that were charged.' })
  cost_usd!: number;

  @AmountField({ nullable: true, description: 'US dollars at the other price. Null: the model has no price.' })
  would_cost_usd!: number | null;
}

/** Usage at other prices. */
export class WhatIfView {
  @ChoiceField(['usage_what_if'], { description: 'Always `usage_what_if`.' })
  object!: 'usage_what_if';

  @TextField({ description: 'First day, in UTC.' })
  from!: string;

  @TextField({ description: 'Last day, inclusive.' })
  to!: string;

  @AmountField({ description: 'US dollars that all models of the range were charged.' })
  cost_usd!: number;

  @AmountField({
    nullable: true,
    description: 'The same with the models at their other prices. Null: one of them has no price.',
  })
  would_cost_usd!: number | null;

  @ObjectListField(() => WhatIfRowView, { maxItems: 20, description: 'The models that were priced again.' })
  models!: WhatIfRowView[];

  static of({ costUsd, from, rows, to }: PricedAgain): WhatIfView {
    const known = rows.flatMap(({ wouldCostUsd }) => wouldCostUsd ?? []);
    const charged = rows.reduce((sum, row) => sum + row.costUsd, 0);
    const would = known.reduce((sum, usd) => sum + usd, costUsd - charged);
    return {
      object: 'usage_what_if',
      from,
      to,
      cost_usd: round(costUsd),
      would_cost_usd: known.length === rows.length ? round(Math.max(0, would)) : null,
      models: rows.map((row) => ({
        model: row.model,
        as: row.as ?? null,
        requests: row.requests,
        prompt_tokens: row.promptTokens,
        cached_tokens: row.cachedTokens,
        completion_tokens: row.completionTokens,
        cost_usd: round(row.costUsd),
        would_cost_usd: row.wouldCostUsd === undefined ? null : round(row.wouldCostUsd),
      })),
    };
  }
}

/** Rounds an amount as the database stores it: ten decimals. */
function round(usd: number): number {
  return Math.round(usd * 1e10) / 1e10;
}
