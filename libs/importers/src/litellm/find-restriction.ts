import { isBlank } from '../is-blank.js';
import type { SourceNode } from '../source-node.js';
import type { LitellmContext } from './context.js';

/** Names of settings that say whose a model is, or who may not use it, or how much of it. */
const RESTRICTING =
  /^((team|user|organization|org|project|customer|key)_(ids?|alias|aliases)|teams|users|roles|organizations|blocked|is_blocked|disabled|private|allowed_(?!openai_params$|fails|cache)\w+|restrict\w*|den(y|ied)\w*|blocked_\w+|access_windows|enforce\w*|default_api_key_\w+|max_file_size_mb)$/i;

/**
 * Finds the reason why a model of LiteLLM may be used by some callers or in some amount alone, if that cannot be kept
 * (https://docs.litellm.ai/docs/proxy/team_model_add, /tag_routing, /provider_budget_routing). Undefined for the
 * others.
 */
export function findRestriction({ root, guardrails }: LitellmContext, entry: SourceNode): string | undefined {
  const params = entry.at('litellm_params');
  const info = entry.at('model_info');
  if (isSet(info.at('team_id')) || isSet(info.at('team_public_model_name'))) {
    return 'The model is for one team. Add it with a list of models for every team.';
  }
  if (isSet(params.at('max_budget'))) return 'The model has a budget of its own, and models have none here.';
  if (filtersByTag(root, entry) && hasTags(params)) {
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

/** A name filters by tag where one of its deployments says so, or else where the file says so of all. */
function filtersByTag(root: SourceNode, entry: SourceNode): boolean {
  const name = entry.at('model_name').text;
  const own = root
    .at('model_list')
    .items.filter((each) => each.at('model_name').text === name)
    .map((each) => each.at('model_info').at('enable_tag_filtering').flag)
    .find((flag) => flag !== undefined);
  return own ?? root.at('router_settings').at('enable_tag_filtering').flag === true;
}

/** True if requests without a tag never reach a deployment. */
function hasTags(params: SourceNode): boolean {
  const tags = params.at('tags');
  return (isSet(tags) || isSet(params.at('tag_regex'))) && !tags.texts.includes('default');
}

/** True if a setting has a value. */
function isSet({ value, flag }: SourceNode): boolean {
  return !isBlank(value) && flag !== false;
}
