import type { KeyRole, OrganizationRole, WorkspaceRole } from './caller.js';

/**
 * Everything that a route of the control plane can ask for (docs/contract/control-plane.md#roles). `read` shows,
 * without secrets; `manage` creates, changes and removes.
 */
export const PERMISSIONS = [
  'gateway.keys.read',
  'gateway.keys.manage',
  'gateway.teams.read',
  /** Creating, changing and removing teams: their models, limits and budgets. */
  'gateway.teams.manage',
  'gateway.teammembers.manage',
  'gateway.serviceaccounts.read',
  /** Virtual accounts and the issue of their tokens. */
  'gateway.serviceaccounts.manage',
  'gateway.providers.read',
  /** Workspace providers and their secrets, which nobody reads. */
  'gateway.providers.manage',
  'gateway.models.read',
  'gateway.models.manage',
  'gateway.routing.read',
  'gateway.routing.manage',
  'gateway.prompts.read',
  /** Prompts, their versions, and the labels that are not protected. */
  'gateway.prompts.manage',
  /** Protected labels of prompts. */
  'gateway.prompts.release',
  'gateway.ratelimits.read',
  'gateway.ratelimits.manage',
  'gateway.guardrails.read',
  'gateway.guardrails.manage',
  'gateway.pii.read',
  'gateway.pii.manage',
  'gateway.cache.read',
  'gateway.cache.manage',
  'gateway.mcp.read',
  /** MCP servers, their secrets, and the approval of their tools. */
  'gateway.mcp.manage',
  'gateway.knowledge.read',
  /** Knowledge bases, their documents and document sets. */
  'gateway.knowledge.manage',
  /** One's own conversations, and those that others share in the workspace. */
  'gateway.chats.read',
  /** One's own conversations: nobody changes another person's. */
  'gateway.chats.manage',
  'gateway.workflows.read',
  /** Starting, cancelling and approving runs. */
  'gateway.workflows.run',
  'gateway.workflows.manage',
  'gateway.secrets.read',
  /** Secrets that steps of workflows and tools of agents use by name. Nobody reads their values. */
  'gateway.secrets.manage',
  'gateway.agents.read',
  /** Creating, changing and deleting agents. */
  'gateway.agents.manage',
  /** Running agents, and one's own runs. */
  'gateway.agents.run',
  /** Approving and rejecting calls of tools, and seeing the runs of others. */
  'gateway.agents.approve',
  'gateway.evals.read',
  /** Starting and cancelling runs of evaluations, which cost what their models cost. */
  'gateway.evals.run',
  /** Datasets, suites, and the removal of runs. */
  'gateway.evals.manage',
  'gateway.budgets.read',
  'gateway.budgets.manage',
  'gateway.budgetrules.read',
  'gateway.budgetrules.manage',
  'gateway.tags.read',
  'gateway.tags.manage',
  'gateway.usage.read',
  /** Imports of usage, and their removal. */
  'gateway.usage.manage',
  'gateway.alerts.read',
  /** Rules and channels of alerts, whose addresses nobody reads. */
  'gateway.alerts.manage',
  /** The same for one's own team. */
  'gateway.teamalerts.manage',
  /** Sinks that records are exported to. Nobody reads their secrets. */
  'gateway.exports.read',
  'gateway.exports.manage',
  'gateway.audit.read',
  /** Contents of requests and answers, if they are recorded. */
  'gateway.payloads.read',
  /** Marks and notes of requests. */
  'gateway.annotations.manage',
  'workspace.read',
  'workspace.manage',
  'workspace.members.read',
  'workspace.members.manage',
  'org.read',
  'org.manage',
  'org.workspaces.manage',
  'org.members.read',
  /** Invitations, roles below owner, and removing people. */
  'org.members.manage',
  /** Making somebody an owner, and changing or removing one. */
  'org.owners.manage',
  /** Virtual accounts of the organization and their tokens, without secrets. */
  'org.accounts.read',
  /** Virtual accounts of the organization: what they may do, and their tokens. */
  'org.accounts.manage',
  'org.credentialpolicy.manage',
  /** Listing and revoking SCIM tokens, and what groups give in workspaces. */
  'org.scim.manage',
  /** The identity provider that signs the organization's people in. */
  'org.sso.manage',
  /** Issuing SCIM tokens, whose bearer creates and removes people. */
  'org.scimtokens.issue',
  'org.usage.read',
  /** Closing months, and the markups and rebates of statements. */
  'org.statements.manage',
  /** The processes of the deployment, their versions, and what waits in them. */
  'org.deployment.read',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

const VIEWER = [
  'gateway.teams.read',
  'gateway.providers.read',
  'gateway.models.read',
  'gateway.routing.read',
  'gateway.prompts.read',
  'gateway.ratelimits.read',
  'gateway.guardrails.read',
  'gateway.pii.read',
  'gateway.cache.read',
  'gateway.mcp.read',
  'gateway.knowledge.read',
  'gateway.chats.read',
  'gateway.chats.manage',
  'gateway.workflows.read',
  'gateway.agents.read',
  'gateway.agents.run',
  'gateway.evals.read',
  'gateway.budgetrules.read',
  'gateway.tags.read',
  'gateway.budgets.read',
  'gateway.usage.read',
  'gateway.alerts.read',
  'workspace.read',
  'workspace.members.read',
] as const satisfies Permission[];

const EDITOR = [
  ...VIEWER,
  'gateway.models.manage',
  'gateway.routing.manage',
  'gateway.prompts.manage',
  'gateway.cache.manage',
  'gateway.knowledge.manage',
  'gateway.workflows.run',
  'gateway.workflows.manage',
  'gateway.agents.manage',
  'gateway.agents.approve',
  'gateway.evals.run',
  'gateway.evals.manage',
  'gateway.secrets.read',
  'gateway.teamalerts.manage',
] as const satisfies Permission[];

/** Credentials, people, and whatever keeps others within bounds. */
const WORKSPACE_ADMIN = [
  ...EDITOR,
  'gateway.keys.read',
  'gateway.keys.manage',
  'gateway.serviceaccounts.read',
  'gateway.serviceaccounts.manage',
  'gateway.providers.manage',
  'gateway.prompts.release',
  'gateway.ratelimits.manage',
  'gateway.guardrails.manage',
  'gateway.pii.manage',
  'gateway.secrets.manage',
  'gateway.mcp.manage',
  'gateway.budgetrules.manage',
  'gateway.tags.manage',
  'gateway.budgets.manage',
  'gateway.usage.manage',
  'gateway.alerts.manage',
  'gateway.exports.read',
  'gateway.exports.manage',
  'gateway.audit.read',
  'gateway.annotations.manage',
  'workspace.manage',
  'workspace.members.manage',
] as const satisfies Permission[];

/**
 * Teams are made by an owner (docs/contract/control-plane.md#teams); only owners make owners, and issue SCIM tokens
 * (docs/contract/scim.md#owners).
 */
const OWNERS_ALONE: readonly Permission[] = [
  'gateway.teams.manage',
  'org.owners.manage',
  'org.accounts.manage',
  'org.scimtokens.issue',
  'org.sso.manage',
  'org.deployment.read',
];

/**
 * Permissions over a person's own things, or that make further powers: no virtual account of the organization has them.
 */
const NEVER_GRANTED: readonly Permission[] = [
  // Knowledge belongs to credentials of its workspace.
  'gateway.knowledge.read',
  'gateway.knowledge.manage',
  'gateway.chats.read',
  'gateway.chats.manage',
  'gateway.payloads.read',
  'org.owners.manage',
  'org.accounts.manage',
  'org.scim.manage',
  'org.scimtokens.issue',
  'org.sso.manage',
  'org.deployment.read',
];

/**
 * Permissions that an owner may grant a virtual account of the organization
 * (docs/contract/authentication.md#organization-accounts).
 */
export const GRANTABLE_PERMISSIONS: readonly Permission[] = PERMISSIONS.filter(
  (permission) => !NEVER_GRANTED.includes(permission),
);

/** Permissions of a role in its workspace. */
export const WORKSPACE_ROLE_PERMISSIONS: Readonly<Record<WorkspaceRole, ReadonlySet<Permission>>> = {
  admin: new Set(WORKSPACE_ADMIN),
  editor: new Set(EDITOR),
  viewer: new Set(VIEWER),
};

/** Permissions of a role in the organization and in all its workspaces. */
export const ORGANIZATION_ROLE_PERMISSIONS: Readonly<Record<OrganizationRole, ReadonlySet<Permission>>> = {
  owner: new Set(PERMISSIONS),
  org_admin: new Set(PERMISSIONS.filter((permission) => !OWNERS_ALONE.includes(permission))),
  org_member: new Set<Permission>(['org.read']),
};

/** Permissions of the role of a key or JWT, in its own team only. */
export const KEY_ROLE_PERMISSIONS: Readonly<Record<KeyRole, ReadonlySet<Permission>>> = {
  admin: new Set<Permission>([
    'gateway.keys.read',
    'gateway.keys.manage',
    'gateway.teams.read',
    'gateway.models.read',
    'gateway.knowledge.read',
    'gateway.knowledge.manage',
    'gateway.budgets.read',
    'gateway.usage.read',
    'gateway.alerts.read',
    'gateway.teamalerts.manage',
  ]),
  editor: new Set<Permission>([
    'gateway.teams.read',
    'gateway.models.read',
    'gateway.knowledge.read',
    'gateway.knowledge.manage',
    'gateway.usage.read',
  ]),
  member: new Set<Permission>(['gateway.knowledge.read']),
};
