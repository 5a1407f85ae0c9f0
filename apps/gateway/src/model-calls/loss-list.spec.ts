import { describe, expect, it } from '@jest/globals';
import { LossList } from './loss-list.js';

describe('the losses of a translation', () => {
  it('are named once each, in the order in which they came', () => {
    const losses = new LossList();
    for (const name of ['tools', 'seed', 'tools']) losses.add(name);
    losses.add('tools', 'not');
    losses.add('tools', 'not');
    expect(losses.names()).toEqual(['tools', 'seed', 'tools not']);
  });

  it('have a thousand keywords at most, and every parameter', () => {
    const losses = new LossList();
    for (let at = 0; at < 50_000; at += 1) losses.add('tools', `keyword${at}`);
    losses.add('response_format');
    expect(losses.names()).toHaveLength(1_001);
    expect(losses.names().at(-1)).toBe('response_format');
  });
});
