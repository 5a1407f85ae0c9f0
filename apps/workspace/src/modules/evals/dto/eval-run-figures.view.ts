import {
  type Grader,
  nameOfGrader,
  nameOfTarget,
  passShare,
  type SuiteDefinition,
  type TargetFigures,
} from '@multilane/evals';
import type { EvalGraderTally, EvalRunSums, EvalTargetSums } from '@multilane/persistence';
import { ObjectField, ObjectListField } from '../../../fields/list-fields.js';
import { AmountField, CountField, TextField } from '../../../fields/scalar-fields.js';

/** Figures of a run so far. */
export interface RunFigures {
  readonly targets: readonly TargetFigures[];
  readonly sums: readonly EvalTargetSums[];
  readonly graders: readonly EvalGraderTally[];
  /** Sums of all targets; undefined without an answer. */
  readonly whole: EvalRunSums | undefined;
}

export const SHARE = { nullable: true, max: 1 };

export class EvalIntervalView {
  @AmountField({ description: 'Lower end of the 95% interval.' })
  low!: number;

  @AmountField({ description: 'Upper end.' })
  high!: number;
}

class EvalPassView {
  @CountField({ min: 1, description: 'Number of answers.' })
  k!: number;

  @AmountField({ ...SHARE, description: 'pass@k: at least one of k answers passes.' })
  pass_at_k!: number | null;

  @AmountField({ ...SHARE, description: 'pass^k: all of k answers pass.' })
  pass_power_k!: number | null;

  @CountField({ description: 'Cases with k graded answers.' })
  cases!: number;
}

/** One grader's decisions on the answers of a target. */
class EvalGraderFiguresView {
  @TextField({ description: 'Name of the grader.' })
  name!: string;

  @TextField({ description: 'Type of the grader.' })
  type!: string;

  @CountField({ description: 'Answers that it passed.' })
  passed!: number;

  @CountField({ description: 'Answers that it failed.' })
  failed!: number;

  @CountField({ description: 'Answers that it could not grade, such as a judge that did not answer.' })
  errors!: number;

  @AmountField({ ...SHARE, description: 'Share of the answers that it graded which it passed.' })
  pass_rate!: number | null;

  static of(grader: Grader, tally: EvalGraderTally | undefined): EvalGraderFiguresView {
    const { errors = 0, failed = 0, passed = 0 } = tally ?? {};
    return {
      name: nameOfGrader(grader),
      type: grader.type,
      passed,
      failed,
      errors,
      pass_rate: passed + failed === 0 ? null : passShare({ passed, failed }),
    };
  }
}

/** The figures of one target. */
export class EvalTargetFiguresView {
  @CountField({ description: 'Position of the target in the suite, from 0.' })
  target!: number;

  @TextField({ description: 'Name of the target.' })
  name!: string;

  @CountField({ description: 'Answers that pass all graders.' })
  passed!: number;

  @CountField({ description: 'Answers that a grader fails.' })
  failed!: number;

  @CountField({ description: 'Answers that the target did not give. They are in no rate.' })
  errors!: number;

  @CountField({ description: 'Answers without a grade, such as of a judge that did not answer. They are in no rate.' })
  grader_errors!: number;

  @CountField({ description: 'Cases with a graded answer.' })
  graded_cases!: number;

  @AmountField({ ...SHARE, description: 'Mean over graded cases of the share of answers that pass.' })
  pass_rate!: number | null;

  @ObjectField(() => EvalIntervalView, { nullable: true, description: "Wilson's interval of `pass_rate`." })
  interval!: EvalIntervalView | null;

  @ObjectListField(() => EvalPassView, { description: 'For each number of repeats.' })
  passes!: EvalPassView[];

  @AmountField({ nullable: true, description: 'US dollars of answers. Null: none has a price.' })
  cost_usd!: number | null;

  @AmountField({ nullable: true, description: 'US dollars of judges. Null: none was asked, or none has a price.' })
  judge_cost_usd!: number | null;

  @AmountField({ nullable: true, description: 'Milliseconds of the median answer. Null without an answer.' })
  latency_p50_ms!: number | null;

  @AmountField({ nullable: true, description: 'Milliseconds within which 95% of answers came.' })
  latency_p95_ms!: number | null;

  @ObjectListField(() => EvalGraderFiguresView, { description: 'What each grader of the suite decided.' })
  graders!: EvalGraderFiguresView[];

  /** In the order of the suite. */
  static listOf({ graders, targets }: SuiteDefinition, figures: RunFigures): EvalTargetFiguresView[] {
    return figures.targets.map((each) => {
      const own = targets[each.target];
      const sums = figures.sums.find(({ target }) => target === each.target);
      const tallies = figures.graders.filter(({ target }) => target === each.target);
      return {
        ...countsOf(each),
        name: own === undefined ? '' : nameOfTarget(own),
        cost_usd: sums?.costUsd ?? null,
        judge_cost_usd: sums?.judgeCostUsd ?? null,
        latency_p50_ms: sums?.latencyP50Ms ?? null,
        latency_p95_ms: sums?.latencyP95Ms ?? null,
        graders: graders.map((grader, at) =>
          EvalGraderFiguresView.of(
            grader,
            tallies.find((tally) => tally.grader === at),
          ),
        ),
      };
    });
  }
}

function countsOf({
  errors,
  failed,
  gradedCases,
  graderErrors,
  interval,
  passed,
  passes,
  passRate,
  target,
}: TargetFigures) {
  return {
    target,
    passed,
    failed,
    errors,
    grader_errors: graderErrors,
    graded_cases: gradedCases,
    pass_rate: passRate,
    interval,
    passes: passes.map(({ cases, k, passAtK, passPowerK }) => ({
      k,
      pass_at_k: passAtK,
      pass_power_k: passPowerK,
      cases,
    })),
  };
}
