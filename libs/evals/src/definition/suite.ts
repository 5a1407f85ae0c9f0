import { z } from 'zod';
import { EVAL_BOUNDS } from '../bounds.js';
import { findPathProblem } from '../graders/json-path.js';
import { findPatternProblem } from '../graders/pattern.js';
import { findComparedProblem } from '../graders/similarity.js';
import { invalid, readWith } from '../read-with.js';
import { GRADER, type Grader, nameOfGrader } from './grader.js';
import { nameOfTarget, TARGET, type Target, type TargetOf } from './target.js';

const SUITE = z.strictObject({
  dataset_id: z.uuid(),
  /** Version of the dataset; null: the newest one when a run begins. */
  dataset_version: z.number().int().min(1).max(2_147_483_647).nullable().default(null),
  targets: z.array(TARGET).min(1).max(EVAL_BOUNDS.targets),
  graders: z.array(GRADER).min(1).max(EVAL_BOUNDS.graders),
  repeats: z.number().int().min(1).max(EVAL_BOUNDS.repeats).default(1),
});

/** Suite of targets × graders over a dataset. */
export type SuiteDefinition = z.output<typeof SUITE>;

/**
 * Checks the definition of a suite and fills in defaults (docs/evals.md#suites). The caller checks that the things it
 * names exist.
 *
 * @throws GatewayError 400 that names the field
 */
export function readSuite(value: unknown): SuiteDefinition {
  const suite = readWith(SUITE, value);
  refuseDoubles('targets', suite.targets.map(nameOfTarget));
  refuseDoubles('graders', suite.graders.map(nameOfGrader));
  for (const [at, target] of suite.targets.entries()) checkTarget(target, `targets[${at}]`);
  for (const [at, grader] of suite.graders.entries()) checkGrader(grader, `graders[${at}]`);
  return suite;
}

/** Results are told apart by these names. */
function refuseDoubles(field: string, names: readonly string[]): void {
  const at = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (at !== -1) throw invalid(`${field}[${at}].name`, 'is the name of another one: give each its own `name`');
}

function checkTarget(target: Target, param: string): void {
  if (target.type !== 'workflow' || target.output_path === undefined) return;
  const problem = findPathProblem(target.output_path);
  if (problem !== undefined) throw invalid(`${param}.output_path`, problem);
}

function checkGrader(grader: Grader, param: string): void {
  switch (grader.type) {
    case 'regex': {
      const problem = findPatternProblem(grader.pattern);
      if (problem !== undefined) throw invalid(`${param}.pattern`, problem);
      return;
    }
    case 'json_path': {
      const problem = findPathProblem(grader.path);
      if (problem !== undefined) throw invalid(`${param}.path`, problem);
      return;
    }
    case 'similarity': {
      const problem = findComparedProblem(grader);
      if (problem !== undefined) throw invalid(`${param}.value`, problem);
      if (grader.method === 'embedding' && grader.model === undefined) {
        throw invalid(`${param}.model`, 'is required with `method: embedding`');
      }
      if (grader.method !== 'embedding' && grader.model !== undefined) {
        throw invalid(`${param}.model`, 'belongs to `method: embedding`');
      }
      return;
    }
    case 'judge':
      if (grader.mode === 'rubric' && grader.swap !== undefined) {
        throw invalid(`${param}.swap`, 'belongs to `mode: pairwise`');
      }
      return;
  }
}

/** True if a target of a run is a model that gets chat requests. */
export function isModelTarget(target: Target): target is TargetOf<'model'> {
  return target.type === 'model';
}
