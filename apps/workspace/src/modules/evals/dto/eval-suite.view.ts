import { type CostEstimate, readSuite } from '@multilane/evals';
import type { EvalSuiteRecord } from '@multilane/persistence';
import { ObjectField, ObjectListField, TextListField } from '../../../fields/list-fields.js';
import { AmountField, ChoiceField, CountField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { EvalGraderDto, EvalTargetDto } from './eval-suite-fields.dto.js';

/** Schedule of a suite's own runs. */
class EvalScheduleView {
  @TextField({ description: 'Minute, hour, day of the month, month, day of the week.' })
  cron!: string;

  @TextField({ description: 'A name of the IANA time zone database.' })
  timezone!: string;

  @AmountField({ nullable: true, description: 'Limit of the cost of a run, in US dollars. Null: none.' })
  max_cost_usd!: number | null;

  @TimeField({ nullable: true, description: 'The next time. Null: never.' })
  next_run_at!: string | null;

  @TextField({ nullable: true, description: 'Why the last time was left out. Null: it was not.' })
  problem!: string | null;
}

/** A suite as the API shows it. */
export class EvalSuiteView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['eval.suite'], { description: 'Always `eval.suite`.' })
  object!: 'eval.suite';

  @IdField({ description: 'The workspace that it belongs to.' })
  workspace_id!: string;

  @TextField({ description: 'Unique in the workspace.' })
  name!: string;

  @TextField({ min: 0, description: 'Shown in lists.' })
  description!: string;

  @IdField({ description: 'The dataset.' })
  dataset_id!: string;

  @CountField({ nullable: true, description: 'Null: the newest one when a run begins.' })
  dataset_version!: number | null;

  @ObjectListField(() => EvalTargetDto, { description: 'What is evaluated.' })
  targets!: EvalTargetDto[];

  @ObjectListField(() => EvalGraderDto, { description: 'How answers are graded.' })
  graders!: EvalGraderDto[];

  @CountField({ description: 'Answers for each case.' })
  repeats!: number;

  @ObjectField(() => EvalScheduleView, { nullable: true, description: 'When it runs by itself. Null: never.' })
  schedule!: EvalScheduleView | null;

  @IdField({ nullable: true, description: 'What scheduled runs are compared with. Null: the completed run before.' })
  baseline_run_id!: string | null;

  @TextField({ nullable: true, description: 'Origin of the address that regressions are sent to.' })
  webhook_receiver!: string | null;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ description: 'When the resource was changed last.' })
  updated_at!: string;

  static of(suite: EvalSuiteRecord): EvalSuiteView {
    const { createdAt, definition, description, id, name, updatedAt, workspaceId } = suite;
    const { dataset_id, dataset_version, graders, repeats, targets } = readSuite(definition);
    return {
      id,
      object: 'eval.suite',
      workspace_id: workspaceId,
      name,
      description,
      dataset_id,
      dataset_version,
      targets: targets as EvalTargetDto[],
      graders: graders as EvalGraderDto[],
      repeats,
      schedule: scheduleOf(suite),
      baseline_run_id: suite.baselineRunId,
      webhook_receiver: suite.webhookReceiver,
      created_at: createdAt.toISOString(),
      updated_at: updatedAt.toISOString(),
    };
  }
}

function scheduleOf(suite: EvalSuiteRecord): EvalScheduleView | null {
  const { cron, nextRunAt, scheduleMaxCostUsd, scheduleProblem, timezone } = suite;
  if (cron === null || timezone === null) return null;
  return {
    cron,
    timezone,
    max_cost_usd: scheduleMaxCostUsd,
    next_run_at: nextRunAt?.toISOString() ?? null,
    problem: scheduleProblem,
  };
}

/** Estimated cost of a run. */
export class EvalEstimateView {
  @ChoiceField(['eval.estimate'], { description: 'Always `eval.estimate`.' })
  object!: 'eval.estimate';

  @AmountField({ description: 'US dollars, of the models whose price is declared.' })
  cost_usd!: number;

  @CountField({ description: 'Requests to models, those of judges included.' })
  requests!: number;

  @CountField({ description: 'Estimated from characters.' })
  prompt_tokens!: number;

  @CountField({ description: 'As many as answers are taken to have.' })
  completion_tokens!: number;

  @TextListField({ description: 'Models without a declared price, agents and workflows: their cost is not included.' })
  unpriced!: string[];

  static of({ completionTokens, costUsd, promptTokens, requests, unpriced }: CostEstimate): EvalEstimateView {
    return {
      object: 'eval.estimate',
      cost_usd: costUsd,
      requests,
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      unpriced: [...unpriced],
    };
  }
}
