import { type ModelSums, type UsageCollector, writeAmount } from '@multilane/importers';
import type { CompletedImport, UsageImportRecord } from '@multilane/persistence';
import { ObjectField, ObjectListField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, FlagField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';

/** Models that a report lists at most. */
const MOST_MODELS = 200;

/** An import of usage. */
export class UsageImportView {
  @ChoiceField(['usage_import'], { description: 'Always `usage_import`.' })
  object!: 'usage_import';

  @IdField({ description: 'Id.' })
  id!: string;

  @IdField({ nullable: true, description: 'Workspace of the usage. Null: the whole organization.' })
  workspace_id!: string | null;

  @TextField({ description: 'Product or provider that the files are of.' })
  source!: string;

  @TextField({ min: 0, description: 'Name that tells several accounts of one source apart. Empty: the only one.' })
  account!: string;

  @ChoiceField(['open', 'complete'], { description: '`open`: it is being sent, and is in no report.' })
  state!: 'open' | 'complete';

  @CountField({ description: 'Number of the batch of rows that is expected next.' })
  next_batch!: number;

  @CountField({ description: 'Rows: sums of the same time and attribution.' })
  rows!: number;

  @TextField({ nullable: true, description: 'First day with usage, in UTC. Null while it is open.' })
  first_day!: string | null;

  @TextField({ nullable: true, description: 'Last day with usage, in UTC.' })
  last_day!: string | null;

  @CountField({ description: 'Number of requests.' })
  requests!: number;

  @TextField({ description: 'US dollars, as a decimal number.', example: '12.5' })
  cost_usd!: string;

  @TextField({ description: 'Name of whoever made it.' })
  created_by!: string;

  @TimeField({ description: 'When it was begun.' })
  created_at!: string;

  @TimeField({ nullable: true, description: 'When it was completed.' })
  completed_at!: string | null;

  static of(this: void, record: UsageImportRecord): UsageImportView {
    return {
      object: 'usage_import',
      id: record.id,
      workspace_id: record.workspaceId,
      source: record.source,
      account: record.account,
      state: record.state,
      next_batch: record.nextBatch,
      rows: record.rowCount,
      first_day: record.firstDay,
      last_day: record.lastDay,
      requests: record.requests,
      cost_usd: record.costUsd,
      created_by: record.createdBy,
      created_at: record.createdAt.toISOString(),
      completed_at: record.completedAt?.toISOString() ?? null,
    };
  }
}

class UsageModelView {
  @TextField({ min: 0, description: 'Name of the model. Empty: the source names none.' })
  model!: string;

  @FlagField({ description: 'False if no model of the organization has the name.' })
  known!: boolean;

  @CountField({ description: 'Number of requests.' })
  requests!: number;

  @CountField({ description: 'Prompt tokens.' })
  prompt_tokens!: number;

  @CountField({ description: 'Completion tokens.' })
  completion_tokens!: number;

  @TextField({ description: 'US dollars, as a decimal number.' })
  cost_usd!: string;
}

/** Contents of a file. */
class UsageFileReportView {
  @CountField({ description: 'Rows of the file.' })
  rows!: number;

  @CountField({ description: 'Days of UTC with usage.' })
  days!: number;

  @TextField({ nullable: true, description: 'First of them.' })
  first_day!: string | null;

  @TextField({ nullable: true, description: 'Last of them.' })
  last_day!: string | null;

  @CountField({ description: 'Number of requests.' })
  requests!: number;

  @TextField({ description: 'US dollars, as a decimal number.' })
  cost_usd!: string;

  @ObjectListField(() => UsageModelView, {
    maxItems: MOST_MODELS,
    description: 'Sums by model, the most expensive first. At most 200.',
  })
  models!: UsageModelView[];
}

/** An import after a file was added, and the contents of the file. */
export class UsageFileView {
  @ChoiceField(['usage_file'], { description: 'Always `usage_file`.' })
  object!: 'usage_file';

  @ObjectField(() => UsageImportView, { description: 'The import.' })
  usage_import!: UsageImportView;

  @ObjectField(() => UsageFileReportView, { description: 'Contents of the file.' })
  report!: UsageFileReportView;

  static of(
    this: void,
    record: UsageImportRecord,
    collector: UsageCollector,
    known: ReadonlySet<string>,
  ): UsageFileView {
    const { byModel, days, rowCount, sums } = collector;
    return {
      object: 'usage_file',
      usage_import: UsageImportView.of(record),
      report: {
        rows: rowCount,
        days: days.length,
        first_day: days[0] ?? null,
        last_day: days.at(-1) ?? null,
        requests: sums.requests,
        cost_usd: writeAmount(sums.cost),
        models: byModel.slice(0, MOST_MODELS).map((model) => viewModel(model, known)),
      },
    };
  }
}

function viewModel(
  { completionTokens, cost, model, promptTokens, requests }: ModelSums,
  known: ReadonlySet<string>,
): UsageModelView {
  return {
    model,
    known: known.has(model),
    requests,
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    cost_usd: writeAmount(cost),
  };
}

/** An import that is complete. */
export class CompletedUsageImportView {
  @ChoiceField(['completed_usage_import'], { description: 'Always `completed_usage_import`.' })
  object!: 'completed_usage_import';

  @ChoiceField(['complete', 'unchanged'], {
    description: '`unchanged`: the same files were imported before. That import is shown, and the new one is gone.',
  })
  outcome!: 'complete' | 'unchanged';

  @ObjectField(() => UsageImportView, { description: 'The import.' })
  usage_import!: UsageImportView;

  @CountField({ description: 'Rows of earlier imports of the account that had the same days. They are gone.' })
  replaced_rows!: number;

  @CountField({
    description: 'Rows that were left out, since requests of the same provider are recorded on their days.',
  })
  skipped_rows!: number;

  static of(this: void, done: Exclude<CompletedImport, { outcome: 'overlap' }>): CompletedUsageImportView {
    const [replaced, skipped] = done.outcome === 'complete' ? [done.replacedRows, done.skippedRows] : [0, 0];
    return {
      object: 'completed_usage_import',
      outcome: done.outcome,
      usage_import: UsageImportView.of(done.record),
      replaced_rows: replaced,
      skipped_rows: skipped,
    };
  }
}
