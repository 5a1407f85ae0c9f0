import { describe, expect, it } from '@jest/globals';
import { type Branch, WORKFLOW_DEFINITION, type WorkflowDefinition } from '../graph/definition.js';
import { decide, lastSteps, type StepState, type StepStatus, stepsFrom } from './decide.js';
import { pauseBeforeAttempt } from './pause-before-attempt.js';

/** `a>b`, or with a branch `a:true>b`. Steps whose id begins with `c` are conditions. */
function graphOf(edges: string, onError: 'fail' | 'continue' | 'branch' = 'fail'): WorkflowDefinition {
  const list = edges.split(' ').map((edge) => {
    const [start = '', to = ''] = edge.split('>');
    const [from = '', branch] = start.split(':');
    return { from, to, ...(branch !== undefined && { branch }) };
  });
  const ids = [...new Set(list.flatMap(({ from, to }) => [from, to]))];
  const nodes = ids.map((id) =>
    id.startsWith('c')
      ? { id, kind: 'condition', expression: 'true' }
      : { id, kind: 'transform', expression: '1', on_error: onError },
  );
  return WORKFLOW_DEFINITION.parse({ nodes, edges: list });
}

/** `a` succeeded, `a:true` took a branch, `a!` failed, `a?` runs, `a-` is skipped, `a~` waits. */
function statesOf(text: string): ReadonlyMap<string, StepState> {
  const marks: Readonly<Record<string, StepStatus>> = { '!': 'failed', '?': 'running', '-': 'skipped', '~': 'waiting' };
  return new Map(
    text.split(' ').flatMap((word): [string, StepState][] => {
      const [, id = '', branch, mark = ''] = /^(\w+)(?::(\w+))?([!?~-])?$/.exec(word) ?? [];
      return id === '' ? [] : [[id, { status: marks[mark] ?? 'succeeded', branch: (branch as Branch) ?? null }]];
    }),
  );
}

describe('the next steps of a run', () => {
  it.each([
    ['begins with the steps that nothing leads to', 'a>c b>c', '', ['a', 'b'], []],
    ['goes on behind a step', 'a>b', 'a', ['b'], []],
    ['waits for a step that runs', 'a>b', 'a?', [], []],
    ['waits for a step that waits itself', 'a>b', 'a~', [], []],
    ['takes one branch and skips the other with all behind it', 'c:true>a c:false>b b>d', 'c:true', ['a'], ['b', 'd']],
    ['a join waits for both branches that were taken', 'a>j b>j', 'a b?', [], []],
    ['a join goes on when both have ended', 'a>j b>j', 'a b', ['j'], []],
    ['a join waits for no branch that was not taken', 'c:true>a c:false>b a>j b>j', 'c:true a b-', ['j'], []],
    [
      'a join of which no branch was taken is skipped',
      'a>c c:true>x c:true>y x>j y>j',
      'a c:false',
      [],
      ['x', 'y', 'j'],
    ],
    ['begins nothing twice', 'a>b a>d', 'a b? d?', [], []],
  ])('%s', (_rule, edges, states, start, skip) => {
    expect(decide(graphOf(edges), statesOf(states))).toMatchObject({ start, skip });
  });

  it('ends when every step has ended or was skipped', () => {
    expect(decide(graphOf('a>b'), statesOf('a b')).end).toEqual({ status: 'succeeded' });
    expect(decide(graphOf('a>b'), statesOf('a b?')).end).toBeUndefined();
    expect(decide(graphOf('c:true>a c:false>b'), statesOf('c:true a')).end).toEqual({ status: 'succeeded' });
  });

  it('does what a failed step says', () => {
    expect(decide(graphOf('a>b'), statesOf('a!'))).toEqual({
      start: [],
      skip: [],
      end: { status: 'failed', node: 'a' },
    });
    expect(decide(graphOf('a>b', 'continue'), statesOf('a!'))).toMatchObject({ start: ['b'] });
    const graph = graphOf('a>b a:error>d', 'branch');
    expect(decide(graph, statesOf('a:error!'))).toEqual({ start: ['d'], skip: ['b'] });
    expect(decide(graph, statesOf('a'))).toEqual({ start: ['b'], skip: ['d'] });
  });

  it('knows what follows a step, and what is last', () => {
    const graph = graphOf('a>b a>d b>j d>j x>y');
    expect([...stepsFrom(graph, 'b')]).toEqual(['b', 'j']);
    expect(lastSteps(graph)).toEqual(['y', 'j']);
  });
});

describe('the pause before an attempt', () => {
  const retry = { max_attempts: 4, delay_seconds: 2, max_delay_seconds: 5 };

  it.each([
    ['is the first delay', 1, undefined, 2],
    ['doubles', 2, undefined, 4],
    ['has a bound', 3, undefined, 5],
    ['is longer if the server asks', 1, 4, 4],
    ['is never longer than its bound', 1, 60, 5],
    ['ends with the last attempt', 4, undefined, undefined],
  ])('%s', (_rule, attempts, asked, pause) => {
    expect(pauseBeforeAttempt(retry, attempts, asked)).toBe(pause);
  });

  it('without a rule there is one attempt', () => {
    expect(pauseBeforeAttempt(undefined, 1)).toBeUndefined();
  });
});
