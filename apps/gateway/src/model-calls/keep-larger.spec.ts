import { describe, expect, it } from '@jest/globals';
import { TargetState } from '@multilane/policy';
import { ProviderFailure } from '@multilane/providers';
import type { Route, RouteTarget } from '../snapshot/routes/route.js';
import { RouteRun } from './route-run.js';

const trace = { model: 'm', provider: 'openai', outcome: 'context_length_exceeded', ms: 1 };

const target = (logicalName: string, contextWindow: number | undefined, isForLongPrompts = false): RouteTarget => ({
  isForLongPrompts,
  model: { logicalName, target: { provider: { facts: { contextWindow } } } } as RouteTarget['model'],
  state: new TargetState(),
  grants: [],
});

/** The names that are tried where each provider says that the prompt is too long. */
function tryAll(...windows: readonly (number | undefined)[]): string[] {
  return tryTargets(windows.map((window, index) => target(`t${index}`, window)));
}

function tryTargets(targets: readonly RouteTarget[]): string[] {
  const route = {
    retry: { attempts: 2, on: new Set() },
    hasForLongPrompts: targets.some((each) => each.isForLongPrompts),
  };
  const run = new RouteRun(route as unknown as Route, 'r', true, false, targets);
  const tried: string[] = [];
  for (let next = run.next(0, 0.5); next; next = run.next(0, 0.5)) {
    if (!run.enter(next.target, 0)) break;
    tried.push(next.target.model.logicalName);
    run.failed(trace, new ProviderFailure('context_length_exceeded', { status: 400 }), 0);
    if (!run.keepLarger()) break;
  }
  return tried;
}

describe('a prompt that a provider calls too long', () => {
  it.each([
    ['goes to the targets with larger windows', [100, 50, 200, 150], ['t0', 't2']],
    ['goes to targets of which nothing is known', [100, undefined, 50], ['t0', 't1']],
    ['goes on from a target of which nothing is known', [undefined, 100, 200], ['t0', 't1', 't2']],
    ['ends where no target is larger', [200, 100, 200], ['t0']],
    ['is never sent to one target twice', [100], ['t0']],
  ] as const)('%s', (_title, windows, tried) => {
    expect(tryAll(...windows)).toEqual(tried);
  });

  it('opens the targets for long prompts', () => {
    expect(tryTargets([target('a', undefined), target('b', 100, true)])).toEqual(['a', 'b']);
    expect(tryTargets([target('a', 100), target('b', 50, true), target('c', 200, true)])).toEqual(['a', 'c']);
  });
});
