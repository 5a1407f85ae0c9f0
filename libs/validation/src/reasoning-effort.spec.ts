import { describe, expect, it } from '@jest/globals';
import { assertReasoningEffort, BASE_REASONING_EFFORTS } from './reasoning-effort.js';

describe('assertReasoningEffort', () => {
  it('accepts minimal, low, medium and high for every model', () => {
    for (const effort of ['minimal', 'low', 'medium', 'high']) {
      expect(() => assertReasoningEffort(effort, [])).not.toThrow();
    }
    expect(BASE_REASONING_EFFORTS).toHaveLength(4);
  });

  it("accepts the model's own efforts too", () => {
    expect(() => assertReasoningEffort('xhigh', ['none', 'xhigh'])).not.toThrow();
  });

  it('rejects any other effort, and lists those of the model once each', () => {
    expect(() => assertReasoningEffort('xhigh', ['none', 'high'])).toThrow(
      expect.objectContaining({
        code: 'invalid_value',
        param: 'reasoning_effort',
        message: '`reasoning_effort` must be "minimal", "low", "medium", "high" or "none" for this model.',
      }),
    );
  });
});
