import { describe, expect, it } from '@jest/globals';
import { expectWithin, processorTimeOf } from '@multilane/testing/measure-hold';
import { compileGuardrail } from './compile-guardrail.js';

/** Patterns of a schema that is too short to be compiled elsewhere for its length. */
const patterns = (piece: string): Record<string, unknown> => ({
  pattern: piece.repeat(Math.floor(900 / piece.length)),
});

describe('small schemas of guardrails', () => {
  it.each([
    patterns('x{999}'),
    patterns('.{999}'),
    patterns('(x{1,31}){1,31}'),
    { patternProperties: { [`^${'x{999}'.repeat(140)}$`]: true } },
  ])('are not compiled with the snapshot where that may take long, and are run elsewhere: %#', async (schema) => {
    const definition = {
      name: 'g',
      kind: 'json_schema',
      phase: 'before',
      mode: 'enforce',
      config: { schema },
    } as const;
    const compile = () => compileGuardrail(definition, { post: () => Promise.reject(new Error('asks nobody')) });
    expect(compile().costPerCharacter).toBe(Number.POSITIVE_INFINITY);
    await expectWithin(50, () => processorTimeOf(() => Array.from({ length: 20 }, compile)));
  });
});
