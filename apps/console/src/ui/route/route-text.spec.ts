import { describe, expect, it } from '@jest/globals';
import { findLine, readText, writeValue } from './route-text.js';
import { ROUTING_CONFIG, toBody, toDrawing, valuesOf } from './route-values.js';

const STORED = {
  id: 'r1',
  object: 'routing_config',
  workspace_id: null,
  name: 'canary',
  enabled: true,
  strategy: 'weighted',
  targets: [
    { model: 'a', weight: 95 },
    { model: 'b', weight: 5, timeout_ms: 900 },
  ],
  retry: { attempts: 1, on: [429, 'timeout'] },
  sticky: false,
  shadow: null,
  unsupported_parameters: { drop: ['seed'] },
  cache: null,
  guardrails: ['no secrets'],
  timeouts: {},
  created_at: '',
  updated_at: '',
};

describe('the text of a routing config', () => {
  it.each(['yaml', 'json'] as const)('reads back as the stored config, without empty members, as %s', (language) => {
    const { body, problems } = readText(writeValue(valuesOf(STORED, ROUTING_CONFIG), language));
    expect(problems).toEqual([]);
    expect(body).toEqual({
      name: 'canary',
      enabled: true,
      strategy: 'weighted',
      targets: [
        { model: 'a', weight: 95 },
        { model: 'b', weight: 5, timeout_ms: 900 },
      ],
      retry: { attempts: 1, on: [429, 'timeout'] },
      sticky: false,
      unsupported_parameters: { drop: ['seed'] },
      guardrails: ['no secrets'],
    });
  });

  it('a removed member goes back to its default when the text is published', () => {
    expect(toBody({ name: 'canary', targets: [] }, STORED, ROUTING_CONFIG)).toEqual({
      name: 'canary',
      targets: [],
      enabled: true,
      strategy: 'failover',
      retry: {},
      sticky: true,
      unsupported_parameters: null,
      guardrails: [],
    });
  });

  it.each([
    ['a: [1', 1],
    ['name: a\nname: b\n', 2],
    ['name: a\n  b: c\n', 1],
    ['- a', 1],
    ['', 1],
  ])('the problem with %j is on line %i', (text, line) => {
    const { body, problems } = readText(text);
    expect([body, problems[0]?.line]).toEqual([undefined, line]);
  });

  it('aliases that multiply themselves are rejected', () => {
    const levels = Array.from(
      { length: 12 },
      (_, level) => `a${level + 1}: &a${level + 1} [${Array(10).fill(`*a${level}`).join(', ')}]`,
    );
    expect(readText(['a0: &a0 [x, x]', ...levels].join('\n')).body).toBeUndefined();
  });

  const TEXT = 'name: x\ntargets:\n  - model: a\n  - model: b\n    weight: 1\nretry:\n  attempts: 99\n';

  it.each([
    ['targets[1].model', 4],
    ['targets[1].weight', 5],
    ['targets[7].model', 3],
    ['retry.attempts', 7],
    ['shadow.model', 1],
  ])('%s is on line %i', (path, line) => {
    expect(findLine(TEXT, path)).toBe(line);
  });

  it('an unfinished text is drawn as far as it goes', () => {
    const half = {
      targets: [{ model: 'a', weight: 'x' }, null, { weight: 1 }, 'b'],
      retry: [],
      shadow: { model: 's' },
    };
    expect(toDrawing(half)).toEqual({
      strategy: 'failover',
      targets: [{ model: 'a' }],
      shadow: { model: 's', percent: 0 },
    });
  });
});
