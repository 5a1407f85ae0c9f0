import { describe, expect, it } from '@jest/globals';
import { atOnce, parseVirtualModelEntry } from '@multilane/config';
import { buildRoute, type FindModel } from './build-route.js';
import { buildVirtualModels } from './build-virtual-models.js';
import type { RouteDefinition } from './routes/route.js';
import type { ServedModel } from './routes/served-model.js';
import { TargetStates } from './routes/target-states.js';

const TIMEOUTS = {
  connect_ms: 5_000,
  first_byte_ms: 300_000,
  total_ms: 600_000,
  idle_ms: 120_000,
  cold_start_ms: 60_000,
};

function model(logicalName: string): ServedModel {
  const target = (timeouts: object): object => ({
    key: logicalName,
    timeouts,
    withTimeouts: (more: object) => target({ ...timeouts, ...more }),
  });
  return { logicalName, names: [logicalName, `${logicalName}-alias`], type: 'chat', target: target(TIMEOUTS) } as never;
}

function definition(targets: readonly (string | object)[], more: object = {}): RouteDefinition {
  const fields = {
    name: 'v',
    targets: targets.map((each) => (typeof each === 'string' ? { model: each } : each)),
    ...more,
  };
  const { entry } = parseVirtualModelEntry(fields);
  if (!entry) throw new Error('the definition is not valid');
  return entry;
}

const models = new Map(['a', 'b', 'c'].map((name) => [name, model(name)]));

function find(virtual: Readonly<Record<string, RouteDefinition>> = {}): FindModel {
  return (name) => models.get(name) ?? (virtual[name] && { names: [name], definition: virtual[name] });
}

const build = (given: RouteDefinition, virtual: Readonly<Record<string, RouteDefinition>> = {}) =>
  buildRoute(given, find(virtual), new TargetStates());

describe('the targets of a virtual model or routing config', () => {
  it('virtual models within it are worked out; what leads to a target grants it', () => {
    const { targets } = build(definition(['inner', 'c']), { inner: definition(['a', 'b']) });
    expect(targets.map(({ grants }) => grants)).toEqual([
      ['inner', 'a', 'a-alias'],
      ['inner', 'b', 'b-alias'],
      ['c', 'c-alias'],
    ]);
  });

  it('targets for long prompts come last, without weight, and so does what they lead to', () => {
    const inner = definition(['a', { model: 'b', on: 'context_length' }]);
    const { hasForLongPrompts, root, targets } = build(
      definition([{ model: 'inner', on: 'context_length', weight: 9 }, 'c'], { strategy: 'weighted' }),
      { inner },
    );
    expect(root.branches.map(({ weight }) => weight)).toEqual([1, 0]);
    expect(targets.map(({ isForLongPrompts, model: { logicalName } }) => [logicalName, isForLongPrompts])).toEqual([
      ['a', true],
      ['b', true],
      ['c', undefined],
    ]);
    expect([hasForLongPrompts, build(definition(['a'])).hasForLongPrompts]).toEqual([true, false]);
  });

  it('a target that requires a name is granted by that name, and not by what leads to it', () => {
    const inner = definition(['a', { model: 'b', requires: 'b' }]);
    const { targets } = build(definition([{ model: 'inner', requires: 'outside' }, 'c']), { inner });
    expect(targets.map(({ grants }) => grants)).toEqual([
      ['outside', 'inner', 'a', 'a-alias'],
      ['b', 'b', 'b-alias'],
      ['c', 'c-alias'],
    ]);
  });

  it('a target that requires a name does not undo what a target on the way to it requires', () => {
    const inner = definition([{ model: 'b', requires: 'basic' }]);
    const { targets } = build(definition([{ model: 'inner', requires: 'premium' }]), { inner });
    expect(targets).toEqual([
      expect.objectContaining({
        grants: ['basic', 'b', 'b-alias'],
        demands: [['premium', 'inner', 'b', 'b-alias']],
      }),
    ]);
  });

  it('guardrails for a virtual model hold for its targets that require a name', () => {
    const inner = definition([{ model: 'b', requires: 'premium' }, 'c']);
    const { targets } = build(definition(['inner']), { inner });
    expect(targets.map(({ governs = [], grants }) => [...governs, ...grants].includes('inner'))).toEqual([true, true]);
  });

  it('virtual models within virtual models that lead to nothing are given up after some thousand names', () => {
    const fan = (name: string) => definition(Array.from({ length: 60 }, () => name));
    let lookedUp = 0;
    const virtual: Record<string, RouteDefinition> = { v0: fan('gone') };
    for (let level = 1; level < 8; level++) virtual[`v${level}`] = fan(`v${level - 1}`);
    const findIn = find(virtual);
    const { targets } = buildRoute(
      fan('v7'),
      (name) => {
        lookedUp += 1;
        return findIn(name);
      },
      new TargetStates(),
    );
    expect(targets).toEqual([]);
    expect(lookedUp).toBeLessThan(5_000);
  });

  it('names that do not exist, or lead in a circle, are left out', () => {
    const loop = definition(['loop', 'gone', 'a', 'other']);
    const { targets } = build(loop, { loop, other: definition(['loop', 'nothing']) });
    expect(targets.map(({ model: { logicalName } }) => logicalName)).toEqual(['a']);
  });

  it('virtual models that multiply lead to a bounded number of targets, in bounded time', () => {
    const virtual = Object.fromEntries(
      Array.from({ length: 40 }, (_, level) => [
        `v${level}`,
        definition(level === 39 ? ['a'] : [`v${level + 1}`, `v${level + 1}`]),
      ]),
    );
    expect(build(definition(['v0']), virtual).targets).toHaveLength(64);
  });

  it('timeout_ms bounds everything that the target may take, within what is around it', () => {
    const inner = definition([{ model: 'a', timeout_ms: 900 }, 'b']);
    const { targets } = build(definition([{ model: 'inner', timeout_ms: 1_000 }, 'c']), { inner });
    expect(targets.map(({ model: { target } }) => target.timeouts)).toEqual([
      { ...TIMEOUTS, first_byte_ms: 900, total_ms: 900, cold_start_ms: 900 },
      { ...TIMEOUTS, first_byte_ms: 1_000, total_ms: 1_000, cold_start_ms: 1_000 },
      TIMEOUTS,
    ]);
    expect(targets[2]?.model).toBe(models.get('c'));
  });

  it('the time limits of a routing config replace those of the provider', () => {
    const config: RouteDefinition = {
      ...definition([{ model: 'a', timeout_ms: 500 }]),
      timeouts: { idle_ms: 7, total_ms: 800 },
    };
    expect(build(config).targets[0]?.model.target.timeouts).toEqual({
      ...TIMEOUTS,
      idle_ms: 7,
      total_ms: 500,
      first_byte_ms: 500,
      cold_start_ms: 500,
    });
  });

  it('the state of a target outlives the snapshot, and is the same by whatever way it is reached', () => {
    const states = new TargetStates();
    const [first] = buildRoute(definition(['a']), find(), states).targets;
    const [second] = buildRoute(definition(['b', 'a']), find(), states).targets.slice(1);
    expect(second?.state).toBe(first?.state);
  });

  it('but who gives it less time finds it slow for themselves alone, and takes it away from nobody', () => {
    const states = new TargetStates();
    const stateOf = (target: string | object) => buildRoute(definition([target]), find(), states).targets[0]?.state;
    const hasty = stateOf({ model: 'a', timeout_ms: 5 });
    expect(hasty).not.toBe(stateOf('a'));
    expect(hasty).toBe(stateOf({ model: 'a', timeout_ms: 5 }));
    expect(hasty).not.toBe(stateOf({ model: 'a', timeout_ms: 6 }));
  });

  it('virtual models of one place know each other by their aliases too', () => {
    const entry = (fields: object) => parseVirtualModelEntry(fields as never).entry as never;
    const built = atOnce(
      buildVirtualModels(
        'workspace',
        [
          { names: ['outer', 'o'], definition: entry({ name: 'outer', targets: [{ model: 'i' }] }) },
          { names: ['inner', 'i'], definition: entry({ name: 'inner', targets: [{ model: 'a' }] }) },
        ],
        models,
        new TargetStates(),
      ),
    );
    expect(built.get('o')).toBe(built.get('outer'));
    expect(built.get('o')?.route.targets[0]?.grants).toEqual(['outer', 'o', 'inner', 'i', 'a', 'a-alias']);
  });
});
