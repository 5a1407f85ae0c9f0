import { KEY_ROLES, ORGANIZATION_ROLES, WORKSPACE_ROLES } from './caller.js';
import {
  GRANTABLE_PERMISSIONS,
  KEY_ROLE_PERMISSIONS,
  ORGANIZATION_ROLE_PERMISSIONS,
  PERMISSIONS,
  type Permission,
  WORKSPACE_ROLE_PERMISSIONS,
} from './permissions.js';

/** Meaning of each permission, in the words of an operator. */
const MEANING: Readonly<Record<Permission, string>> = {
  'gateway.keys.read': 'See API keys, without their plaintext',
  'gateway.keys.manage': 'Create, change, rotate, disable and delete API keys',
  'gateway.teams.read': 'See teams',
  'gateway.teams.manage': 'Create, change and delete teams: their models, limits and budgets',
  'gateway.teammembers.manage': 'Add people to teams and remove them',
  'gateway.serviceaccounts.read': 'See virtual accounts and their tokens, without plaintext',
  'gateway.serviceaccounts.manage': 'Create, change and delete virtual accounts; issue and revoke their tokens',
  'gateway.providers.read': 'See the providers of a workspace, without secrets',
  'gateway.providers.manage': 'Create, change, test and delete providers, and set their secrets',
  'gateway.models.read': 'See models and virtual models',
  'gateway.models.manage': 'Create, change and delete models and virtual models',
  'gateway.routing.read': 'See routing configs',
  'gateway.routing.manage': 'Create, change and delete routing configs',
  'gateway.prompts.read': 'See prompts and their versions',
  'gateway.prompts.manage': 'Create, change and delete prompts, add versions, and move labels that are not protected',
  'gateway.prompts.release': 'Move protected labels of prompts, and change which labels are protected',
  'gateway.ratelimits.read': 'See rate-limit policies',
  'gateway.ratelimits.manage': 'Create, change and delete rate-limit policies',
  'gateway.guardrails.read': 'See guardrails',
  'gateway.guardrails.manage': 'Create, change and delete guardrails',
  'gateway.pii.read': 'See redaction policies',
  'gateway.pii.manage': 'Create, change and delete redaction policies',
  'gateway.cache.read': 'See cache policies',
  'gateway.cache.manage': 'Create, change and delete cache policies',
  'gateway.knowledge.read': 'See and query knowledge bases and document sets, download documents',
  'gateway.knowledge.manage': 'Create, change and delete knowledge bases, their documents, and document sets',
  'gateway.chats.read': 'See their own conversations, and those that others share in the workspace',
  'gateway.chats.manage': 'Save, share, change and delete their own conversations',
  'gateway.workflows.read': 'See workflows and their runs, with what was sent and put out',
  'gateway.workflows.run': 'Start, cancel and repeat runs of workflows, and decide about approvals',
  'gateway.workflows.manage': 'Create, change, publish and delete workflows, their schedules and hooks',
  'gateway.agents.read': 'See agents and their versions',
  'gateway.agents.manage': 'Create, change and delete agents',
  'gateway.agents.run': 'Run agents, and see and cancel your own runs',
  'gateway.agents.approve': 'Approve and reject calls of tools, and see and cancel the runs of others',
  'gateway.evals.read': 'See datasets, suites and runs of evaluations',
  'gateway.evals.run': 'Start and cancel runs of evaluations',
  'gateway.evals.manage': 'Create, change and delete datasets and suites of evaluations, and delete runs',
  'gateway.secrets.read': 'See the names of secrets',
  'gateway.secrets.manage': 'Create, change and delete secrets, without ever seeing their values',
  'gateway.budgets.read': 'See budgets and what is spent',
  'gateway.budgets.manage': 'Start a budget of a key or team from zero. These budgets are set with teams and keys',
  'gateway.budgetrules.read': 'See budget rules and what is spent of them',
  'gateway.budgetrules.manage': 'Create, change, reset and delete budget rules',
  'gateway.tags.read': 'See tag policies',
  'gateway.tags.manage': 'Create, change and delete tag policies',
  'gateway.usage.read': 'See usage and cost',
  'gateway.usage.manage': 'Import usage from files of other gateways and providers, and delete imports',
  'gateway.alerts.read': 'See alerts, their rules and channels, without addresses and secrets',
  'gateway.alerts.manage': 'Create, change and delete rules and channels of alerts; acknowledge alerts',
  'gateway.teamalerts.manage': 'Create, change and delete rules and channels of alerts for your own team',
  'gateway.exports.read': 'See sinks of exports, what they reject and how far they are, without secrets',
  'gateway.exports.manage': 'Create, change, test and delete sinks of exports',
  'gateway.audit.read': 'Read and export the audit records of requests',
  'gateway.payloads.read': 'See what requests and answers said, where it is stored',
  'gateway.annotations.manage': 'Mark requests as good or bad, with a note',
  'gateway.mcp.read': 'See MCP servers and their tools',
  'gateway.mcp.manage': 'Manage MCP servers and approve their tools',
  'workspace.read': 'See the workspace',
  'workspace.manage': 'Rename the workspace',
  'workspace.members.read': 'See the members of the workspace',
  'workspace.members.manage': 'Add members, change their role and team, remove them',
  'org.read': 'See the organization, its products and its credential policy',
  'org.manage': 'Change the organization',
  'org.workspaces.manage': 'Create and delete workspaces',
  'org.members.read': 'See all people, their tokens and sessions (never the secrets)',
  'org.members.manage': 'Invite, change, deactivate and remove people; revoke their tokens and sessions',
  'org.owners.manage': 'Make somebody an owner; change, remove or sign out an owner',
  'org.accounts.read': 'See virtual accounts of the organization and their tokens, without plaintext',
  'org.accounts.manage':
    'Create, change and delete virtual accounts of the organization, grant them permissions, issue and revoke their tokens',
  'org.credentialpolicy.manage': 'Change the credential policy',
  'org.scim.manage': 'See and revoke SCIM tokens; manage SCIM mappings',
  'org.sso.manage': 'Set up, test and switch on single sign-on',
  'org.scimtokens.issue': 'Issue SCIM tokens',
  'org.usage.read': 'See the usage and the statements of the whole organization',
  'org.statements.manage': 'Close months of statements; set markups and rebates',
  'org.deployment.read': 'See the processes of the deployment, their versions, and what waits in them',
};

const GRANTABLE = `all but ${PERMISSIONS.filter((permission) => !GRANTABLE_PERMISSIONS.includes(permission))
  .map((permission) => `\`${permission}\``)
  .join(', ')}`;

/** docs/roles.md, from the tables of permissions. */
export function generateRolesDocs(): string {
  const people = [
    ...ORGANIZATION_ROLES.map((role) => ORGANIZATION_ROLE_PERMISSIONS[role]),
    ...WORKSPACE_ROLES.map((role) => WORKSPACE_ROLE_PERMISSIONS[role]),
  ];
  const keys = KEY_ROLES.map((role) => KEY_ROLE_PERMISSIONS[role]);
  return `# Roles and permissions

Generated from \`libs/auth\`; change the tables there, not this file. \`/openapi.json\` lists the permission that each route
requires (\`x-permission\`).

## People

A person has one role in the organization (\`owner\`, \`org_admin\` or \`org_member\`), which applies in all its workspaces. In each workspace that
the person is a member of, the person also has a role (\`admin\`, \`editor\` or \`viewer\`), which applies only there. The permissions of both roles
are combined.

| Permission | What it allows | ${[...ORGANIZATION_ROLES, ...WORKSPACE_ROLES].join(' | ')} |
|---|---|${'---|'.repeat(people.length)}
${rowsOf(people)}

## API keys and JWTs

The role of a key applies only to its team. So does the role of a JWT, which is \`admin\` or \`member\`.

| Permission | What it allows | ${KEY_ROLES.join(' | ')} |
|---|---|${'---|'.repeat(keys.length)}
${rowsOf(keys)}

## Which credential carries what

| Credential | Permissions |
|---|---|
| Console session | Those of the person, everywhere |
| Personal access token | Those of the person in the token's workspace. None over the organization, whatever the person's role |
| API key or JWT with a workspace | Those of its role, for its team in that workspace |
| API key or JWT without a workspace | Those of its role, for resources of its team without a workspace. It can see the resources of its team in workspaces, but not change them |
| Token of a virtual account of a workspace | None on the control plane |
| Token of a virtual account of the organization | Those that an owner granted the account, in the organization and all its workspaces: ${GRANTABLE} |
| SCIM token | Only the routes under \`/scim/v2\` |

- Only owners can change owners. Callers who cannot see a resource get 404. Callers who can see it but lack the permission get 403.
- A key can never grant more than it has: see [Credentials](control-plane.md#credentials).
- Teams decide about models, not roles: see [Teams and memberships](control-plane.md#teams-and-memberships).
`;
}

/** A row for each permission that one of the roles has. */
function rowsOf(roles: readonly ReadonlySet<Permission>[]): string {
  return PERMISSIONS.filter((permission) => roles.some((granted) => granted.has(permission)))
    .map((permission) => {
      const cells = roles.map((granted) => (granted.has(permission) ? 'yes' : ''));
      return `| \`${permission}\` | ${MEANING[permission]} | ${cells.join(' | ')} |`;
    })
    .join('\n');
}
