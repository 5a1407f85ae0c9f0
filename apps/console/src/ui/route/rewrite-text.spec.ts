import { describe, expect, it } from '@jest/globals';
import { rewriteText } from './rewrite-text.js';
import { readText } from './route-text.js';

const TEXT = `# Ask Ada before you change this.
name: canary
targets:
  # the old one
  - model: a # stable
    weight: 95
  - { model: "b", weight: 5 }
strategy: weighted
`;

const rewrite = (config: object): string => rewriteText(TEXT, config as never, 'yaml');

const CONFIG = {
  name: 'canary',
  targets: [
    { model: 'a', weight: 95 },
    { model: 'b', weight: 5 },
  ],
  strategy: 'weighted',
};

describe('a text that a graph changes', () => {
  it('stays as it is where nothing changed', () => {
    expect(rewrite(CONFIG)).toBe(TEXT);
  });

  it('keeps comments and the order of members beside a change', () => {
    const changed = rewrite({
      ...CONFIG,
      strategy: 'failover',
      targets: [{ model: 'a', weight: 90 }, CONFIG.targets[1]],
    });
    expect(changed).toBe(TEXT.replace('95', '90').replace('weighted', 'failover'));
  });

  it('takes the comment of a target with it when the target moves', () => {
    const moved = rewrite({ ...CONFIG, targets: CONFIG.targets.toReversed() });
    expect(moved).toContain('model: a # stable');
    expect(moved.indexOf('"b"')).toBeLessThan(moved.indexOf('# stable'));
  });

  it('adds and removes members', () => {
    const { strategy: _strategy, ...rest } = CONFIG;
    const changed = rewrite({ ...rest, retry: { attempts: 1 } });
    expect(readText(changed).body).toEqual({ ...rest, retry: { attempts: 1 } });
    expect(changed).toContain('# Ask Ada');
  });

  it.each([
    [
      'an alias of a target that changes',
      'targets: [&a { model: x }, *a]',
      { targets: [{ model: 'y' }, { model: 'x' }] },
    ],
    ['an alias of a target that is gone', 'targets: [&a { model: x }, *a]', { targets: [{ model: 'z' }] }],
    ['a text that cannot be read', 'a: [1', { name: 'b' }],
    ['a text that is a list', '- a', { name: 'b' }],
  ])('is right for %s', (_, text, config) => {
    expect(readText(rewriteText(text, config, 'yaml')).body).toEqual(config);
  });
});
