import type { SourceNode } from '../source-node.js';
import { toSnakeCase } from '../to-snake-case.js';

/** Parameters that make answers other, and limit nothing. */
const HARMLESS = new Set([
  ...['model', 'temperature', 'top_p', 'top_k', 'frequency_penalty', 'presence_penalty', 'seed', 'stop', 'stream'],
  ...['stream_options', 'logprobs', 'top_logprobs', 'logit_bias', 'reasoning_effort', 'verbosity', 'user', 'metadata'],
  ...['response_format', 'dimensions', 'encoding_format', 'parallel_tool_calls', 'service_tier', 'voice'],
]);

const LENGTHS = new Set(['max_tokens', 'max_completion_tokens', 'max_output_tokens']);

/** `override_params` replace what requests say, so that they may be limits. */
export interface Overrides {
  /** The model that is asked whatever the request names. */
  readonly model: SourceNode | undefined;
  /** The most tokens of an answer. */
  readonly ceiling: SourceNode | undefined;
  /** Those that limit what requests may ask for, and cannot be kept. */
  readonly limits: readonly SourceNode[];
  readonly harmless: readonly SourceNode[];
}

/** @param levels from the config to the target: the inner ones count */
export function readOverrides(levels: readonly SourceNode[]): Overrides {
  const byName = new Map(
    levels.flatMap((level) => level.entries.map(([key, node]) => [toSnakeCase(key), node] as const)),
  );
  const ceilings = [...byName].filter(([name, { number }]) => LENGTHS.has(name) && (number ?? 0) >= 1);
  const [ceiling, ...others] = ceilings
    .map(([, node]) => node)
    .toSorted((one, other) => (one.number ?? 0) - (other.number ?? 0));
  const rest = [...byName].filter(([, node]) => node !== ceiling && node.exists && !others.includes(node));
  return {
    model: byName.get('model'),
    ceiling,
    limits: rest.filter(([name]) => !HARMLESS.has(name)).map(([, node]) => node),
    harmless: rest.filter(([name]) => HARMLESS.has(name) && name !== 'model').map(([, node]) => node),
  };
}
