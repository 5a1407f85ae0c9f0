import { columnsOf } from '../tables/table.js';
import { workflowRuns, workflowSteps } from '../tables/workflows.js';
export const RUN_COLUMNS = columnsOf(
  workflowRuns,
  'r',
  'definition',
  'triggerKey',
  'identity',
  'inputSealed',
  'outputSealed',
  'errorSealed',
  'usesCache',
);

export const RUN_DETAIL_COLUMNS = columnsOf(workflowRuns, 'r', 'triggerKey');

export const STEP_COLUMNS = columnsOf(
  workflowSteps,
  's',
  'fence',
  'inputSealed',
  'outputSealed',
  'errorSealed',
  'aliveAt',
);

export const STEP_DETAIL_COLUMNS = columnsOf(workflowSteps, 's', 'fence', 'aliveAt');

/** Sealed parts of a row: with the part's name and the row's id, so that no part opens in the place of another. */
export type SealedPart = 'input' | 'output' | 'error';

export const runPart = (id: string, part: SealedPart): string => `workflow_run ${part} ${id}`;
export const stepPart = (id: string, part: SealedPart): string => `workflow_step ${part} ${id}`;

export interface SealedParts {
  readonly inputSealed: string | null;
  readonly outputSealed: string | null;
  readonly errorSealed: string | null;
}
