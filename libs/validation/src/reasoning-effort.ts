import { GatewayError } from '@multilane/errors';
import { listAlternatives } from './schemas/schema-words.js';

/** The efforts that every model with reasoning takes (docs/contract/chat.md#reasoning-effort). */
export const BASE_REASONING_EFFORTS = ['minimal', 'low', 'medium', 'high'] as const;

/**
 * Throws `invalid_value` unless the effort is one of the usual four or of the model's own
 * (`capabilities.reasoning_efforts`, docs/contract/chat.md#reasoning-effort). To be called once the model is resolved.
 */
export function assertReasoningEffort(effort: string, extra: readonly string[]): void {
  const allowed = [...new Set<string>([...BASE_REASONING_EFFORTS, ...extra])];
  if (allowed.includes(effort)) return;
  throw new GatewayError('invalid_value', {
    param: 'reasoning_effort',
    message: `\`reasoning_effort\` must be ${listAlternatives(allowed)} for this model.`,
  });
}
