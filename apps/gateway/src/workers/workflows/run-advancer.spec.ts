import { describe, expect, it, jest } from '@jest/globals';
import type { Sql, TakenStep, WorkflowRunDetails } from '@multilane/persistence';
import { WORKFLOW_DEFINITION } from '@multilane/workflows';
import { type AdvancerParts, RunAdvancer } from './run-advancer.js';

const SQL: Sql = { executeSql: async () => ({ rows: [] }) };
const STEP = { id: 'step', nodeId: 'first', iteration: -1, attempts: 1, fence: 1, hasWaited: false } as TakenStep;

const definition = WORKFLOW_DEFINITION.parse({
  nodes: [
    { id: 'first', kind: 'transform', expression: '1' },
    { id: 'last', kind: 'transform', expression: '2' },
  ],
  edges: [{ from: 'first', to: 'last' }],
});
const [first] = definition.nodes;
if (first === undefined) throw new Error('there are two steps');
const run = {
  id: 'run',
  workspaceId: 'workspace',
  definition: JSON.stringify(definition),
  rerunFrom: null,
  rerunOf: null,
  parentStepId: null,
} as WorkflowRunDetails;

/** An advancer whose run has these steps. */
function advance(states: Readonly<Record<string, 'succeeded'>>) {
  const wake = jest.fn();
  const work = {
    transaction: (task: (sql: Sql) => Promise<unknown>) => task(SQL),
    lockRun: async () => ({ wasPending: false }),
    readStates: async () => Object.entries(states).map(([nodeId, status]) => ({ nodeId, status, branch: null })),
    addSteps: async (_sql: Sql, _run: string, steps: readonly { nodeId: string }[]) =>
      steps.map(({ nodeId }) => nodeId),
    writeOutcome: async () => true,
    findResults: async () => new Map(),
    endRun: async () => undefined,
    findOpenChildren: async () => [],
  };
  const parts = {
    database: {
      workflowWork: work,
      workflowRuns: {},
      runEvents: { appendWithin: async () => undefined, announce: () => undefined },
    },
    queues: { enqueue: async () => 'job', wake, whenReady: async () => undefined },
  } as unknown as AdvancerParts;
  return { advancer: new RunAdvancer(parts), wake };
}

describe('a turn of a run has workers look', () => {
  it('for steps where it queued one, and for nothing else', async () => {
    const { advancer, wake } = advance({ first: 'succeeded' });
    await advancer.finish(run, first, STEP, { status: 'succeeded' });
    expect(wake.mock.calls).toEqual([['workflow.step']]);
  });

  it('for runs and agents where the step began one', async () => {
    const { advancer, wake } = advance({});
    await advancer.finish(run, first, STEP, { status: 'waiting' }, async (sql) => {
      await advancer.enqueueRun(sql, run, 'inner');
      await advancer.enqueueAgentRun(sql, run, 'agent');
    });
    expect(wake.mock.calls).toEqual([['workflow.run'], ['agent.run']]);
  });

  it('for nothing where the run is over, or the step waits for a time', async () => {
    const over = advance({ first: 'succeeded', last: 'succeeded' });
    await over.advancer.finish(run, first, STEP, { status: 'succeeded' });
    const waiting = advance({});
    const dueAt = new Date(Date.now() + 60_000);
    await waiting.advancer.finish(run, first, STEP, { status: 'waiting', dueAt });
    expect([over.wake.mock.calls, waiting.wake.mock.calls]).toEqual([[], []]);
  });
});
