import { describe, expect, it } from '@jest/globals';
import { effortOf, nearestEffort } from './fit-effort.js';

describe('nearestEffort', () => {
  it.each([
    ['medium', ['low', 'medium'], 'medium'],
    ['none', ['minimal', 'low', 'medium', 'high'], 'minimal'],
    ['minimal', ['none', 'low', 'medium', 'high', 'xhigh'], 'low'],
    ['xhigh', ['low', 'medium', 'high'], 'high'],
    ['max', ['none', 'low', 'medium', 'high', 'xhigh'], 'xhigh'],
    ['low', ['none', 'high'], 'high'],
    ['medium', ['low', 'high'], 'high'],
    ['xhigh', ['low', 'medium', 'high', 'max'], 'max'],
    ['low', ['none', 'default'], 'default'],
    ['high', ['none'], 'none'],
    ['high', [], undefined],
    ['turbo', ['low'], undefined],
  ] as const)('brings %s to what a model with %j takes', (effort, efforts, nearest) => {
    expect(nearestEffort(effort, efforts)).toBe(nearest);
  });
});

describe('effortOf', () => {
  it.each([
    [undefined, { defaultEffort: 'none' }, 'none'],
    ['low', {}, 'low'],
    ['none', { efforts: ['low'] }, 'low'],
    [null, {}, undefined],
  ] as const)('knows the effort of %s with %j', (effort, facts, answer) => {
    expect(effortOf(effort, facts)).toBe(answer);
  });
});
