import type { ModelCapabilities } from '@multilane/contracts';
import type { ModelFacts } from './model-facts.js';

const DESCRIBED = new WeakMap<ModelFacts, ModelCapabilities | null>();

/**
 * Describes the known facts of a model as the list of models states them; undefined if there are none. Worked out once
 * for each model.
 */
export function describeFacts(facts: ModelFacts): ModelCapabilities | undefined {
  let described = DESCRIBED.get(facts);
  if (described === undefined) {
    const known = listKnown(facts);
    described = Object.keys(known).length === 0 ? null : known;
    DESCRIBED.set(facts, described);
  }
  return described ?? undefined;
}

function listKnown(facts: ModelFacts): ModelCapabilities {
  const { api, contextWindow, efforts, forcedTools, maxOutput, parallelCalls, structuredOutput, thinking } = facts;
  const unsupported = listUnsupported(facts);
  const { parts, tokenLimit } = facts;
  return {
    ...(contextWindow !== undefined && { context_window: contextWindow }),
    ...(maxOutput !== undefined && { max_output_tokens: maxOutput }),
    ...(efforts && { reasoning_efforts: efforts }),
    ...(thinking && { thinking }),
    ...(structuredOutput && { structured_output: structuredOutput }),
    ...(unsupported.length > 0 && { unsupported_parameters: unsupported }),
    ...(parallelCalls !== undefined && { parallel_tool_calls: parallelCalls }),
    ...(forcedTools !== undefined && { forced_tool_choice: forcedTools }),
    ...(parts && { input_parts: parts }),
    ...(tokenLimit && { token_limit: tokenLimit }),
    ...(api && { api }),
  };
}

function listUnsupported({ refuses = [], sampling }: ModelFacts): readonly string[] {
  return sampling === 'none' ? ['temperature', 'top_p', ...refuses] : refuses;
}
