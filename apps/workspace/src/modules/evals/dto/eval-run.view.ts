import { parseBoundedJson } from '@multilane/contracts';
import { type Comparison, readSuite } from '@multilane/evals';
import { EVAL_RUN_TRIGGERS, type EvalResultRecord, type EvalRunRecord, type EvalRunSums } from '@multilane/persistence';
import { ObjectField, ObjectListField } from '../../../fields/list-fields.js';
import {
  AmountField,
  AnyField,
  ChoiceField,
  CountField,
  FlagField,
  IdField,
  TextField,
  TimeField,
} from '../../../fields/scalar-fields.js';
import type { ComparedGrader } from '../compare-graders.js';
import { EvalIntervalView, EvalTargetFiguresView, type RunFigures, SHARE } from './eval-run-figures.view.js';

const STATUS = 'queued, running, completed, incomplete, failed, cancelled'.split(', ');
class EvalRunErrorView {
  @TextField({ description: 'Why the run ended early.' })
  code!: string;

  @TextField({ description: 'In words.' })
  message!: string;
}

/** A run, and the sums of its answers, where it has some. */
export interface SummedRun {
  readonly run: EvalRunRecord;
  readonly sums: EvalRunSums | undefined;
}

/** A run in lists. */
export class EvalRunSummaryView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['eval.run'], { description: 'Always `eval.run`.' })
  object!: 'eval.run';

  @IdField({ description: 'The workspace that it belongs to.' })
  workspace_id!: string;

  @IdField({ description: 'The suite. The run keeps it as it was at the start.' })
  suite_id!: string;

  @TextField({ description: 'Name of the suite.' })
  suite_name!: string;

  @IdField({ description: 'The dataset.' })
  dataset_id!: string;

  @CountField({ description: 'Version of the dataset.' })
  dataset_version!: number;

  @ChoiceField(EVAL_RUN_TRIGGERS, { description: 'What began the run.' })
  trigger!: EvalRunRecord['trigger'];

  @ChoiceField(STATUS, { description: '`incomplete`: a limit ended it.' })
  status!: EvalRunRecord['status'];

  @CountField({ description: 'Answers of the whole run: cases × targets × repeats.' })
  total!: number;

  @CountField({ description: 'Answers that are stored.' })
  done!: number;

  @AmountField({ nullable: true, description: 'US dollars of answers and judges so far. Null: nothing has a price.' })
  cost_usd!: number | null;

  @AmountField({
    ...SHARE,
    description:
      'Share of the graded answers that passes, of all targets. Null: none is graded, or there are more than 50,000.',
  })
  pass_rate!: number | null;

  @AmountField({ nullable: true, description: 'Median time of the answers, in milliseconds. Null as `pass_rate` is.' })
  latency_p50_ms!: number | null;

  @ObjectField(() => EvalRunErrorView, { nullable: true, description: 'Null: nothing went wrong.' })
  error!: EvalRunErrorView | null;

  @TimeField({ description: 'When the run was created.' })
  created_at!: string;

  @TimeField({ nullable: true, description: 'When a worker began.' })
  started_at!: string | null;

  @TimeField({ nullable: true, description: 'When the run ended.' })
  completed_at!: string | null;

  static of({ run, sums }: SummedRun): EvalRunSummaryView {
    const { errorCode, errorMessage } = run;
    const graded = (sums?.passed ?? 0) + (sums?.failed ?? 0);
    return {
      id: run.id,
      object: 'eval.run',
      workspace_id: run.workspaceId,
      suite_id: run.suiteId,
      suite_name: run.suiteName,
      dataset_id: run.datasetId,
      dataset_version: run.datasetVersion,
      trigger: run.trigger,
      status: run.status,
      total: run.total,
      done: run.done,
      cost_usd: run.costUsd,
      pass_rate: sums === undefined || graded === 0 ? null : sums.passed / graded,
      latency_p50_ms: sums?.latencyP50Ms ?? null,
      error: errorCode === null ? null : { code: errorCode, message: errorMessage ?? errorCode },
      created_at: run.createdAt.toISOString(),
      started_at: run.startedAt?.toISOString() ?? null,
      completed_at: run.completedAt?.toISOString() ?? null,
    };
  }
}

/** A run with its figures so far. */
export class EvalRunView extends EvalRunSummaryView {
  @ObjectListField(() => EvalTargetFiguresView, { description: 'Figures of each target.' })
  figures!: EvalTargetFiguresView[];

  static ofWhole(run: EvalRunRecord, figures: RunFigures): EvalRunView {
    const listed = EvalTargetFiguresView.listOf(readSuite(run.definition), figures);
    return { ...EvalRunSummaryView.of({ run, sums: figures.whole }), figures: listed };
  }
}

class EvalGradeView {
  @TextField({ description: 'Name of the grader.' })
  name!: string;

  @TextField({ description: 'Type of the grader.' })
  type!: string;

  @ChoiceField(['passed', 'failed', 'error'], { description: '`error`: there is no grade.' })
  status!: string;

  @AmountField({ ...SHARE, description: 'From 0 to 1. Null without a grade.' })
  score!: number | null;

  @TextField({ nullable: true, description: 'Why, where the grader says so.' })
  reason!: string | null;
}

/** Stored content of an answer, as workers write it. */
interface StoredContent {
  readonly output: string | null;
  readonly tool_calls: unknown;
  readonly finish_reason: string | null;
  readonly agent_run_id: string | null;
  /** Left out in results of former versions. */
  readonly workflow_run_id?: string | null;
  readonly grades: EvalGradeView[];
  readonly error?: EvalRunErrorView;
}

/** One answer of a run, with its grades. */
export class EvalResultView {
  @ChoiceField(['eval.result'], { description: 'Always `eval.result`.' })
  object!: 'eval.result';

  @TextField({ description: 'The case.' })
  case_id!: string;

  @CountField({ description: 'Position of the target in the suite, from 0.' })
  target!: number;

  @CountField({ description: 'Which answer to the case, from 0.' })
  repeat!: number;

  @ChoiceField(['passed', 'failed', 'error', 'grader_error'], {
    description: '`error`: the target did not answer. `grader_error`: a grader could not grade.',
  })
  status!: string;

  @AmountField({ ...SHARE, description: 'Mean score of the graders.' })
  score!: number | null;

  @TextField({ nullable: true, description: 'The text of the answer.' })
  output!: string | null;

  @AnyField({ description: 'Tool calls of the answer.' })
  tool_calls!: unknown;

  @TextField({ nullable: true, description: 'Why the answer ended.' })
  finish_reason!: string | null;

  @IdField({ nullable: true, description: 'The run of the agent.' })
  agent_run_id!: string | null;

  @IdField({ nullable: true, description: 'The run of the workflow.' })
  workflow_run_id!: string | null;

  @ObjectListField(() => EvalGradeView, { description: 'What each grader said.' })
  grades!: EvalGradeView[];

  @ObjectField(() => EvalRunErrorView, { nullable: true, description: 'Why the target did not answer.' })
  error!: EvalRunErrorView | null;

  @CountField({ description: 'Milliseconds.' })
  latency_ms!: number;

  @CountField({ description: 'Tokens of the prompt.' })
  prompt_tokens!: number;

  @CountField({ description: 'Tokens of the answer.' })
  completion_tokens!: number;

  @AmountField({ nullable: true, description: 'US dollars. Null: the model has no price.' })
  cost_usd!: number | null;

  @AmountField({ nullable: true, description: 'US dollars of judges.' })
  judge_cost_usd!: number | null;

  @TextField({ description: 'The request as the audit log has it. Requests of graders begin with the same text.' })
  request_id!: string;

  static of(result: EvalResultRecord): EvalResultView {
    const { error = null, workflow_run_id = null, ...content } = parseBoundedJson(result.content) as StoredContent;
    return {
      object: 'eval.result',
      case_id: result.key,
      target: result.target,
      repeat: result.repeat,
      status: result.status,
      score: result.score,
      ...content,
      workflow_run_id,
      error,
      latency_ms: result.latencyMs,
      prompt_tokens: result.promptTokens,
      completion_tokens: result.completionTokens,
      cost_usd: result.costUsd,
      judge_cost_usd: result.judgeCostUsd,
      request_id: result.requestId,
    };
  }
}

class EvalChangeCountsView {
  @CountField({ description: 'Cases of which a larger share of answers passes.' })
  fixed!: number;

  @CountField({ description: 'Cases of which a smaller share passes.' })
  broken!: number;

  @CountField({ description: 'Cases with the same share.' })
  same!: number;

  @CountField({ description: 'Cases without a grade in one of the runs.' })
  missing!: number;
}

class EvalChangedCaseView {
  @TextField({ description: 'The case.' })
  case_id!: string;

  @ChoiceField(['fixed', 'broken', 'missing'], { description: 'How it changed.' })
  change!: string;

  @AmountField({ ...SHARE, description: 'Share of answers that passes in the baseline.' })
  before!: number | null;

  @AmountField({ ...SHARE, description: 'Share of answers that passes in the run.' })
  after!: number | null;
}

class EvalComparedGraderView {
  @TextField({ description: 'Name of the grader.' })
  name!: string;

  @AmountField({ ...SHARE, description: 'Share of the graded answers that passes in the baseline.' })
  before!: number | null;

  @AmountField({ ...SHARE, description: 'Share of the graded answers that passes in the run.' })
  after!: number | null;

  @AmountField({ nullable: true, min: -1, max: 1, description: '`after` minus `before`. Null: one of them is.' })
  difference!: number | null;
}

/** Cases that a comparison lists at most. */
const MOST_CHANGED = 1_000;

/** Result of a comparison, and the run that was compared with. */
export interface ComparedRuns extends Comparison {
  readonly baselineId: string;
  readonly graders: readonly ComparedGrader[];
}

/** Two runs, or two targets, case by case. */
export class EvalComparisonView {
  @ChoiceField(['eval.comparison'], { description: 'Always `eval.comparison`.' })
  object!: 'eval.comparison';

  @IdField({ description: 'The run that was compared with.' })
  baseline_id!: string;

  @ChoiceField(['better', 'worse', 'no_detectable_change', 'not_comparable'], { description: 'What can be said.' })
  verdict!: string;

  @TextField({ description: 'The verdict in a sentence.' })
  words!: string;

  @AmountField({ nullable: true, description: 'Mean change of the share that passes, over cases that both have.' })
  difference!: number | null;

  @ObjectField(() => EvalIntervalView, { nullable: true, description: 'Paired interval of `difference`.' })
  interval!: EvalIntervalView | null;

  @AmountField({ ...SHARE, description: 'Probability of such an imbalance of fixed and broken cases by chance.' })
  p_value!: number | null;

  @ObjectField(() => EvalChangeCountsView, { description: 'Cases by how they changed.' })
  counts!: EvalChangeCountsView;

  @ObjectListField(() => EvalComparedGraderView, { description: 'Graders of both runs, by their names.' })
  graders!: EvalComparedGraderView[];

  @ObjectListField(() => EvalChangedCaseView, { description: 'Cases that are not the same.' })
  changed_cases!: EvalChangedCaseView[];

  @FlagField({ description: `Whether there are more than ${MOST_CHANGED} such cases.` })
  truncated!: boolean;

  static of(compared: ComparedRuns): EvalComparisonView {
    const { baselineId, cases, chance, counts, difference, graders, interval, verdict, words } = compared;
    const changed = cases.filter(({ change }) => change !== 'same');
    return {
      object: 'eval.comparison',
      baseline_id: baselineId,
      verdict,
      words,
      difference,
      interval,
      p_value: chance,
      counts,
      graders: [...graders],
      changed_cases: changed
        .slice(0, MOST_CHANGED)
        .map(({ after, before, change, key }) => ({ case_id: key, change, before, after })),
      truncated: changed.length > MOST_CHANGED,
    };
  }
}
