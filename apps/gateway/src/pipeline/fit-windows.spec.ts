import { describe, expect, it } from '@jest/globals';
import { TargetState } from '@multilane/policy';
import { RouteRun } from '../model-calls/route-run.js';
import type { ServingPlan } from '../recording/request-parts.js';
import type { Route, RouteTarget } from '../snapshot/routes/route.js';
import { passOverSmall, refuseTooLong } from './fit-windows.js';

const LONG = { messages: [{ role: 'user', content: 'word '.repeat(3000) }] };
const NO_LENGTH = { headers: {}, prompt: undefined };

function targetOf(known: number | undefined, declared?: number, isForLongPrompts = false) {
  const provider = { kind: 'openai', upstreamModel: 'm', facts: known === undefined ? {} : { contextWindow: known } };
  const model = { contextWindow: declared, target: { provider } };
  const target = { model, state: new TargetState(), isForLongPrompts } as unknown as RouteTarget;
  return { target, plan: { model, target: { provider }, request: LONG } as unknown as ServingPlan };
}

function passOver(asked: Parameters<typeof passOverSmall>[0], ...made: ReturnType<typeof targetOf>[]) {
  const targets = made.map(({ target }) => target);
  const route = { targets, hasForLongPrompts: targets.some(({ isForLongPrompts }) => isForLongPrompts) };
  const run = new RouteRun(route as unknown as Route, 'r', true, false, targets);
  passOverSmall(asked, run, new Map(made.map(({ target, plan }) => [target, plan])));
  return run.open.map((target) => targets.indexOf(target));
}

describe('passOverSmall', () => {
  it.each([
    ['passes over a target whose window the prompt exceeds', [targetOf(100), targetOf(50_000)], [1]],
    ['keeps targets of unknown windows', [targetOf(100), targetOf(undefined)], [1]],
    ['keeps all where none is large enough by the table', [targetOf(100), targetOf(200)], [0, 1]],
    ['keeps all that are large enough', [targetOf(50_000), targetOf(60_000)], [0, 1]],
    [
      'opens a target for long prompts where the others are too small',
      [targetOf(100), targetOf(9000, 9000, true)],
      [1],
    ],
    ['leaves it closed where another is large enough', [targetOf(50_000), targetOf(60_000, undefined, true)], [0]],
    [
      'leaves it closed where nothing is known of another',
      [targetOf(undefined), targetOf(60_000, undefined, true)],
      [0],
    ],
  ] as const)('%s', (_title, made, kept) => {
    expect(passOver(NO_LENGTH, ...made)).toEqual(kept);
  });

  it('rejects where every window was declared and surely exceeded', () => {
    expect(() => passOver(NO_LENGTH, targetOf(100, 100), targetOf(200, 200))).toThrow(/context window/);
  });

  it('measures nothing where the body has fewer bytes than the smallest window has tokens', () => {
    const short = { headers: { 'content-length': '90' }, prompt: undefined };
    expect(passOver(short, targetOf(100), targetOf(50_000))).toEqual([0, 1]);
    const packed = { headers: { 'content-length': '90', 'content-encoding': 'gzip' }, prompt: undefined };
    expect(passOver(packed, targetOf(100), targetOf(50_000))).toEqual([1]);
  });

  it('measures a stored prompt, which is not in the length of the body', () => {
    const asked = { headers: { 'content-length': '90' }, prompt: { name: 'p', version: 1, label: undefined } };
    expect(passOver(asked, targetOf(100), targetOf(50_000))).toEqual([1]);
    expect(() => refuseTooLong(asked, targetOf(100, 100).plan)).toThrow(/context window/);
  });
});

describe('refuseTooLong', () => {
  it.each([
    [100, true],
    [2500, false],
    [undefined, false],
  ] as const)('a prompt of 3,000 tokens for a declared window of %s: %s', (window, isRefused) => {
    const { plan } = targetOf(window, window);
    const check = () => refuseTooLong(NO_LENGTH, plan);
    if (isRefused) expect(check).toThrow(/context window/);
    else expect(check).not.toThrow();
  });
});
