import { describe, expect, it } from '@jest/globals';
import { TargetState } from '@multilane/policy';
import type { Route, RouteTarget } from '../snapshot/routes/route.js';
import { callRoute, type RoutePlanner } from './call-route.js';
import type { ModelCall } from './model-call.js';
import { RouteRun } from './route-run.js';

const REACHED = new Error('the second target is called');
const SLOT = { scope: 'model', unit: 'parallel', limit: 1, counter: 'first' } as const;

function makeTarget(logicalName: string): RouteTarget {
  const model = { logicalName, target: { providerName: 'fake', provider: { kind: 'openai' } } };
  return { model: model as RouteTarget['model'], state: new TargetState(), grants: [] };
}

/** Reports what the planner was asked until a target is called. */
async function follow(first: RouteTarget, enter: (target: RouteTarget, run: RouteRun) => boolean): Promise<string[]> {
  const route = { retry: { attempts: 0, on: new Set() } } as unknown as Route;
  const run = new RouteRun(route, 'pair', true, false, [first, makeTarget('second')]);
  const asked: string[] = [];
  const planner: RoutePlanner = {
    enter: (target) => {
      asked.push(`enter ${target.model.logicalName}`);
      return enter(target, run);
    },
    leave: () => asked.push('leave'),
    switchTo: ({ model }) => {
      asked.push(`call ${model.logicalName}`);
      throw REACHED;
    },
    planAnew: () => undefined,
    refuse: () => {
      throw new Error('no limit rejects the request');
    },
  };
  const call = {
    cancelled: false,
    isSpent: false,
    facts: {},
    services: {},
    keepReported: () => undefined,
  } as unknown as ModelCall;
  await expect(callRoute(call, run, planner)).rejects.toBe(REACHED);
  return asked;
}

describe('A target that is passed over is left before the next one is entered', () => {
  it('where one of its limits rejects the request', async () => {
    const asked = await follow(makeTarget('first'), ({ model: { logicalName } }, run) => {
      if (logicalName !== 'first') return true;
      run.passOver(logicalName, SLOT);
      return false;
    });
    expect(asked).toEqual(['enter first', 'leave', 'enter second', 'call second']);
  });

  it('where another request probes it already', async () => {
    const first = makeTarget('first');
    const asked = await follow(first, ({ model: { logicalName } }) => {
      if (logicalName === 'first') first.state.breaker.tryEnter = () => false;
      return true;
    });
    expect(asked).toEqual(['enter first', 'leave', 'enter second', 'call second']);
  });
});
