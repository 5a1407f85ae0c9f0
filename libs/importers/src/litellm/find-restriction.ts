import { isBlank } from '../is-blank.js';
import type { SourceNode } from '../source-node.js';
import type { LitellmContext } from './context.js';

/** Names of settings that say whose a model is, or who may not use it. */
const RESTRICTING =
  /^((team|user|organization|org|project|customer|key)_(ids?|alias|aliases)|teams|users|roles|organizations|blocked|is_blocked|disabled|private|allowed_(?!openai_params$|fails|cache)\w+|restrict\w*|den(y|ied)\w*|blocked_\w+)$/i;

/**
 * Why a model of LiteLLM may be used by some callers or in some amount alone, where that cannot be kept
 * (https://docs.litellm.ai/docs/proxy/team_model_add, /tag_routing, /provider_budget_routing). Undefined for the others.
 */
export function findRestriction({ root, guardrails }: LitellmContext, entry: SourceNode): string | undefined {
  const params = entry.at('litellm_params');
  const info = entry.at('model_info');
  if (isSet(info.at('team_id')) || isSet(info.at('team_public_model_name'))) {
    return 'The model is for one team. Add it with a list of models for every team.';
  }
  if (isSet(params.at('max_budget'))) return 'The model has a budget of its own, and models have none here.';
  const tags = params.at('tags');
  const filtersByTag = root.at('router_settings').at('enable_tag_filtering').flag === true;
  if (filtersByTag && isSet(tags) && !tags.texts.includes('default')) {
    return 'Only requests with a tag reach this model, and tags choose nothing here.';
  }
  const lost = params.at('guardrails').texts.find((name) => !guardrails.has(name));
  if (lost !== undefined) return 'The model has a guardrail that was not imported.';
  for (const [name, node] of [...entry.entries, ...params.entries, ...info.entries]) {
    if (RESTRICTING.test(name) && isSet(node))
      return `The setting ${name.slice(0, 60)} restricts who may use the model.`;
  }
  return undefined;
}

/** Whether a setting says something. */
function isSet({ value, flag }: SourceNode): boolean {
  return !isBlank(value) && flag !== false;
}
