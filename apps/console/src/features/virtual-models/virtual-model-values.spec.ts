import { describe, expect, it } from '@jest/globals';
import {
  EMPTY_TARGET,
  EMPTY_VIRTUAL_MODEL,
  moveItem,
  toVirtualModelBody,
  type VirtualModel,
  valuesOfVirtualModel,
} from './virtual-model-values.js';

const BODY = {
  name: 'reliable',
  strategy: 'weighted',
  targets: [
    { model: 'a', weight: 0, timeout_ms: 900 },
    { model: 'b', requires: 'c', on: 'context_length', max_parallel: 2, queue: { max_wait_ms: 10, max_length: 20 } },
  ],
  retry: { attempts: 0, on: [429, 'timeout'] },
  sticky: false,
  shadow: { model: 'c', percent: 0.5 },
  hedge: { after: 'p95', max_percent: 3, sessions: true },
  unsupported_parameters: { drop: ['seed'] },
};

describe('the body of a virtual model', () => {
  it('a new name keeps targets, retries, shadow and parameters', () => {
    const values = { ...valuesOfVirtualModel(BODY as unknown as VirtualModel), name: 'new' };
    expect(toVirtualModelBody(values)).toEqual({ ...BODY, name: 'new' });
  });

  it.each([
    ['', null],
    [' 250 ', { after: 250 }],
    ['soon', { after: 'soon' }],
  ])('%j as the time of a second call gives %j', (hedge_after, hedge) => {
    expect(toVirtualModelBody({ ...EMPTY_VIRTUAL_MODEL, hedge_after })).toMatchObject({ hedge });
  });

  it('rows without a model are left out, and what is empty has its default', () => {
    const values = {
      ...EMPTY_VIRTUAL_MODEL,
      name: 'a',
      targets: [{ ...EMPTY_TARGET, model: ' x ' }, ...EMPTY_VIRTUAL_MODEL.targets] as const,
    };
    expect(toVirtualModelBody(values)).toMatchObject({
      targets: [{ model: 'x' }],
      retry: {},
      shadow: null,
      hedge: null,
      unsupported_parameters: null,
    });
  });

  it.each([
    [0, 1, 'bac'],
    [2, -1, 'acb'],
    [0, -1, 'abc'],
    [2, 1, 'abc'],
  ] as const)('item %i moved by %i gives %s', (index, step, result) => {
    expect(moveItem(['a', 'b', 'c'], index, step).join('')).toBe(result);
  });
});
