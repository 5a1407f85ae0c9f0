import { EVAL_BOUNDS } from '@multilane/evals';
import {
  EVAL_RESULT_STATUSES,
  EVAL_RUN_STATUSES,
  type EvalResultStatus,
  type EvalRunStatus,
} from '@multilane/persistence';
import { AmountField, ChoiceField, CountField, IdField, TextField } from '../../../fields/scalar-fields.js';
import { ListQuery } from '../../../lists/list-query.dto.js';
import { WorkspaceQuery } from '../../../lists/workspace-query.dto.js';

export class StartEvalRunDto {
  @IdField({ description: 'The suite.' })
  suite_id!: string;

  @CountField({
    optional: true,
    min: 1,
    max: EVAL_BOUNDS.concurrency,
    description: 'Requests at once at most. The run adapts to what providers take. Default: 16.',
  })
  concurrency?: number;

  @AmountField({
    optional: true,
    max: 100_000,
    description: 'The run ends when its answers and judges have cost so many US dollars. Default: no limit.',
  })
  max_cost_usd?: number;
}

export class ListEvalRunsQuery extends ListQuery {
  @IdField({ optional: true, description: 'Only runs of this suite.' })
  suite_id?: string;

  @ChoiceField(EVAL_RUN_STATUSES, { optional: true, description: 'Only runs of this status.' })
  status?: EvalRunStatus;
}

const TARGET = { optional: true, max: EVAL_BOUNDS.targets - 1, fromText: true };

export class ListEvalResultsQuery extends ListQuery {
  @CountField({ ...TARGET, description: 'Only results of this target, by its position in the suite, from 0.' })
  target?: number;

  @ChoiceField(EVAL_RESULT_STATUSES, { optional: true, description: 'Only results of this status.' })
  status?: EvalResultStatus;

  @TextField({ optional: true, max: 128, description: 'Only results of the case with this id.' })
  case_id?: string;
}

export class CompareEvalRunsQuery extends WorkspaceQuery {
  @IdField({
    optional: true,
    description:
      'The run that is compared with. It may be the same run. Default: the completed run of the suite before.',
  })
  baseline_id?: string;

  @CountField({ ...TARGET, description: 'The target of the run, from 0. Default: 0.' })
  target?: number;

  @CountField({ ...TARGET, description: 'The target of the baseline, from 0. Default: the same as `target`.' })
  baseline_target?: number;
}
