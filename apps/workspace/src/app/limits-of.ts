import type { GatewayConfig } from '@multilane/config';
import type { OrganizationLimits } from '@multilane/persistence';

/** Limits of each organization by the nouns of the audit trail, which the database knows its objects by. */
export function limitsOf({
  organization_limits: most,
}: Pick<GatewayConfig, 'organization_limits'>): OrganizationLimits {
  const { others, policies } = most;
  return {
    policiesMb: most.policies_mb,
    objects: {
      workspace: most.workspaces,
      team: most.teams,
      user: most.people,
      credential: most.keys,
      service_account: most.virtual_accounts,
      provider: most.providers,
      model: most.models,
      policy: policies,
      rate_limit_policy: policies,
      mcp_server: others,
      mcp_tool: others,
      workspace_secret: others,
      invite: others,
      scim_token: others,
      scim_mapping: others,
      organization_account: others,
    },
  };
}
