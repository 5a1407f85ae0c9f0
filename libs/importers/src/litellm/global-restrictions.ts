import { isRecord } from '@multilane/contracts';
import { isBlank } from '../is-blank.js';

/**
 * Settings of LiteLLM that restrict every caller and have no counterpart, by section, each with what to do
 * (https://docs.litellm.ai/docs/proxy/config_settings).
 */
const GLOBAL_RESTRICTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  general_settings: {
    allowed_routes: 'Routes are not limited by name. Limit paths in the proxy in front.',
    admin_only_routes: 'Routes are not limited by name. Limit paths in the proxy in front.',
    allowed_ips: 'Addresses of callers are not limited. Limit them in the proxy or network policy in front.',
    enforced_params: 'Parameters cannot be made mandatory.',
    enforce_user_param: 'Requests need no `user`.',
    service_account_settings: 'Parameters cannot be made mandatory.',
    reject_clientside_metadata_tags: 'Tags of requests are not refused. They mean nothing.',
    custom_auth: 'Code of your own that refuses callers is not run. They authenticate with keys, PATs, tokens or JWTs.',
    custom_auth_run_common_checks: 'Code of your own that refuses callers is not run.',
    max_parallel_requests: 'Parallel requests are not limited. Use limits of requests per minute.',
    global_max_parallel_requests: 'Parallel requests are not limited. Use limits of requests per minute.',
    max_response_size_mb: 'The size of responses is not limited.',
    role_permissions: 'Models and routes of roles are not read. Give teams their models.',
    user_header_mappings: 'Clients of your callers are not told apart.',
    default_end_user_id: 'Clients of your callers are not told apart.',
    blocked_user_list: 'Clients of your callers are not refused.',
    banned_keywords_list: 'Add a guardrail of the kind `keywords` with these words.',
  },
  litellm_settings: {
    max_budget: 'There is no budget of all callers. Set budgets of keys.',
    budget_duration: 'There is no budget of all callers. Set budgets of keys.',
    max_user_budget: 'People have no budgets. Set budgets of keys.',
    max_internal_user_budget: 'People have no budgets. Set budgets of keys.',
    internal_user_budget_duration: 'People have no budgets. Set budgets of keys.',
    max_end_user_budget: 'Clients of your callers have no budgets.',
    max_end_user_budget_id: 'Clients of your callers have no budgets.',
    tag_budget_config: 'Tags have no budgets.',
    upperbound_key_generate_params: 'Only administrators create keys. Limits of the team hold for all of its keys.',
    key_generation_settings: 'Only administrators create keys.',
    blocked_user_list: 'Clients of your callers are not refused.',
    banned_keywords_list: 'Add a guardrail of the kind `keywords` with these words.',
    enforced_params: 'Parameters cannot be made mandatory.',
    default_max_internal_user_budget: 'People have no budgets. Set budgets of keys.',
    user_url_allowed_hosts: 'Set `egress` rules for addresses that requests name.',
  },
  router_settings: {
    provider_budget_config: 'Providers have no budgets. Set budgets of keys.',
    optional_pre_call_checks: 'Limits of deployments are not enforced. Add rate limit policies.',
  },
};

const meansNothing = (value: unknown): boolean =>
  isBlank(value) || (typeof value === 'string' && value.toLowerCase() === 'false');

export interface GlobalRestriction {
  readonly name: string;
  readonly message: string;
}

/** Those that a section of LiteLLM's settings has. */
export function findGlobalRestrictions(section: string, settings: unknown): GlobalRestriction[] {
  const messages = Object.hasOwn(GLOBAL_RESTRICTIONS, section) ? GLOBAL_RESTRICTIONS[section] : undefined;
  if (messages === undefined || !isRecord(settings)) return [];
  return Object.entries(messages)
    .filter(([name]) => Object.hasOwn(settings, name) && !meansNothing(settings[name]))
    .map(([name, message]) => ({ name, message }));
}
