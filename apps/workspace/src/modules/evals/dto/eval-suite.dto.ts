import { EVAL_BOUNDS } from '@multilane/evals';
import { ObjectField, ObjectListField } from '../../../fields/list-fields.js';
import { AmountField, CountField, IdField, TextField } from '../../../fields/scalar-fields.js';
import { ScheduleDto } from '../../workflows/dto/write-workflow.dto.js';
import { EvalGraderDto, EvalTargetDto } from './eval-suite-fields.dto.js';

const NAME = { max: 128, description: 'Unique in the workspace.', example: 'nightly' };
const DATASET = { description: 'The dataset.' };
const TARGETS = { maxItems: EVAL_BOUNDS.targets, description: 'What is evaluated.' };
const GRADERS = { maxItems: EVAL_BOUNDS.graders, description: 'How answers are graded. An answer must pass them all.' };

export class EvalScheduleDto extends ScheduleDto {
  @AmountField({
    optional: true,
    max: 100_000,
    description: 'A run ends when its answers and judges have cost so many US dollars. Default: no limit.',
  })
  max_cost_usd?: number;
}

class EvalSuiteDto {
  @TextField({ optional: true, min: 0, max: 1_000, description: 'Shown in lists.' })
  description?: string;

  @CountField({
    optional: true,
    nullable: true,
    min: 1,
    max: 2_147_483_646,
    description: 'A version of the dataset. Null: the newest one when a run begins.',
  })
  dataset_version?: number | null;

  @CountField({ optional: true, min: 1, max: EVAL_BOUNDS.repeats, description: 'Answers for each case. Default: 1.' })
  repeats?: number;

  @ObjectField(() => EvalScheduleDto, {
    optional: true,
    nullable: true,
    description: 'When the suite runs by itself, with the rights of whoever sets this. Null: never.',
  })
  schedule?: EvalScheduleDto | null;

  @TextField({
    optional: true,
    nullable: true,
    max: 2_000,
    description:
      'Where regressions of scheduled runs are sent. It is never shown. Null: `async.webhook_url` of gateway.yaml.',
    example: 'https://example.com/hooks/evals',
  })
  webhook_url?: string | null;
}

export class CreateEvalSuiteDto extends EvalSuiteDto {
  @TextField(NAME)
  name!: string;

  @IdField(DATASET)
  dataset_id!: string;

  @ObjectListField(() => EvalTargetDto, TARGETS)
  targets!: EvalTargetDto[];

  @ObjectListField(() => EvalGraderDto, GRADERS)
  graders!: EvalGraderDto[];
}

/** Fields that are left out keep their value. */
export class UpdateEvalSuiteDto extends EvalSuiteDto {
  @TextField({ ...NAME, optional: true })
  name?: string;

  @IdField({ ...DATASET, optional: true })
  dataset_id?: string;

  @ObjectListField(() => EvalTargetDto, { ...TARGETS, optional: true })
  targets?: EvalTargetDto[];

  @ObjectListField(() => EvalGraderDto, { ...GRADERS, optional: true })
  graders?: EvalGraderDto[];

  @IdField({
    optional: true,
    nullable: true,
    description: 'The run that scheduled runs are compared with. Null: the completed run before.',
  })
  baseline_run_id?: string | null;
}

export class EstimateEvalDto {
  @CountField({
    optional: true,
    min: 1,
    max: 1_000_000,
    description: 'Tokens that an answer is taken to have. Default: `max_tokens` of the target, otherwise 300.',
  })
  answer_tokens?: number;
}
