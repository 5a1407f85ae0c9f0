import {
  type BillLine,
  type Comparison,
  REASON_KINDS,
  type ReasonKind,
  type Reconciliation,
  type RecordedLine,
  writeAmount,
} from '@multilane/importers';
import { ObjectField, ObjectListField, TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, FlagField, TextField } from '../../../fields/scalar-fields.js';

const DOLLARS = 'US dollars, as a decimal number.';

class SideView {
  @CountField({ nullable: true, description: 'Number of requests. Null: unknown.' })
  requests!: number | null;

  @CountField({
    nullable: true,
    description: 'Prompt tokens that were not read from the cache. Null: unknown, as for the other tokens.',
  })
  input_tokens!: number | null;

  @CountField({ nullable: true, description: 'Prompt tokens that were read from the cache.' })
  cached_tokens!: number | null;

  @CountField({ nullable: true, description: 'Completion tokens.' })
  output_tokens!: number | null;

  @TextField({ nullable: true, description: `${DOLLARS} Null: unknown.` })
  cost_usd!: string | null;
}

class ReasonView {
  @ChoiceField(REASON_KINDS, { description: 'Kind of the reason.' })
  kind!: ReasonKind;

  @TextField({ max: 2000, description: 'The figures that show it.' })
  text!: string;
}

class ComparisonView {
  @TextField({ description: 'Day of UTC.' })
  day!: string;

  @TextField({ min: 0, description: 'Name of the model on the bill, else the recorded one.' })
  model!: string;

  @TextListField({ description: 'Names by which the provider was asked.' })
  recorded_models!: readonly string[];

  @FlagField({ description: 'True if cost or tokens differ by more than the tolerance.' })
  differs!: boolean;

  @ObjectField(() => SideView, { nullable: true, description: 'The bill. Null: it has no such line.' })
  billed!: SideView | null;

  @ObjectField(() => SideView, { nullable: true, description: 'The recorded requests. Null: there are none.' })
  recorded!: SideView | null;

  @TextField({ nullable: true, description: `Billed less recorded cost. ${DOLLARS} Null without money on the bill.` })
  cost_difference_usd!: string | null;

  @CountField({
    nullable: true,
    min: -1e15,
    description: 'Billed less recorded tokens. Null without tokens on the bill.',
  })
  token_difference!: number | null;

  @ObjectListField(() => ReasonView, { description: 'Reasons that figures of both sides show.' })
  reasons!: ReasonView[];
}

/** A bill and what was recorded. */
export class ReconciliationView {
  @ChoiceField(['reconciliation'], { description: 'Always `reconciliation`.' })
  object!: 'reconciliation';

  @TextField({ description: 'First day.' })
  from!: string;

  @TextField({ description: 'Last day.' })
  to!: string;

  @CountField({ description: 'Days and models that differ by more than the tolerance.' })
  differences!: number;

  @TextField({ nullable: true, description: `Cost of the bill. ${DOLLARS} Null: it has no money.` })
  billed_cost_usd!: string | null;

  @TextField({ description: `Recorded cost. ${DOLLARS}` })
  recorded_cost_usd!: string;

  @CountField({ nullable: true, description: 'Tokens of the bill. Null: it does not count them.' })
  billed_tokens!: number | null;

  @CountField({ description: 'Recorded tokens.' })
  recorded_tokens!: number;

  @ObjectListField(() => ComparisonView, { maxItems: 25_000, description: 'Each day and model.' })
  rows!: ComparisonView[];

  static of(
    this: void,
    { billedCost, billedTokens, comparisons, differences, recordedCost, recordedTokens }: Reconciliation,
    from: string,
    to: string,
  ): ReconciliationView {
    return {
      object: 'reconciliation',
      from,
      to,
      differences,
      billed_cost_usd: billedCost === null ? null : writeAmount(billedCost),
      recorded_cost_usd: writeAmount(recordedCost),
      billed_tokens: billedTokens,
      recorded_tokens: recordedTokens,
      rows: comparisons.map(viewComparison),
    };
  }
}

function viewComparison(row: Comparison): ComparisonView {
  return {
    day: row.day,
    model: row.model,
    recorded_models: row.recordedModels,
    differs: row.differs,
    billed: row.billed && viewSide(row.billed),
    recorded: row.recorded && viewSide(row.recorded),
    cost_difference_usd: row.costDifference === null ? null : writeAmount(row.costDifference),
    token_difference: row.tokenDifference,
    reasons: row.reasons.map(({ kind, text }) => ({ kind, text })),
  };
}

function viewSide({ cost, requests, tokens }: BillLine | RecordedLine): SideView {
  return {
    requests,
    input_tokens: tokens?.input ?? null,
    cached_tokens: tokens?.cached_input ?? null,
    output_tokens: tokens?.output ?? null,
    cost_usd: cost === null ? null : writeAmount(cost),
  };
}
