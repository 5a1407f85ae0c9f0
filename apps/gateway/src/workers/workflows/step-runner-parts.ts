import type { Database } from '@multilane/persistence';
import type { RunAdvancer } from './run-advancer.js';
import type { StepParts } from './steps/step-parts.js';

/** Parts that running steps needs. */
export interface StepRunnerParts extends StepParts {
  readonly database: Pick<
    Database,
    'workflowWork' | 'workflows' | 'workflowRuns' | 'runEvents' | 'agents' | 'agentRuns'
  >;
  readonly advancer: RunAdvancer;
}
