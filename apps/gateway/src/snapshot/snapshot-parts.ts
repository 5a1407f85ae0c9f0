import type { SnapshotProvider, SnapshotRows, WorkspaceModelRecord } from '@multilane/persistence';
import type { BudgetRules, PolicyIndex, TagPolicies } from '@multilane/policy';
import type { Teams } from './build-teams.js';
import type { SnapshotGuards } from './guards/snapshot-guards.js';
import { ContentHash } from './hash-content.js';
import type { SnapshotMcp } from './mcp-servers.js';
import type { ConnectedProvider } from './network/connect-provider.js';
import { LastMade } from './rows/last-made.js';
import { SplitRows } from './rows/split-rows.js';
import type { CacheRules, Organization, SnapshotPrompts, Workspace } from './snapshot.js';

type PolicyRow = SnapshotRows['policies'][number];

/** Part that the policies of a kind go into. */
const USES = {
  routing_config: 'routing',
  cache: 'caching',
  guardrail: 'guarding',
  pii: 'guarding',
  budget: 'budgeting',
  tag: 'tagging',
  prompt: 'prompting',
} as const;

/** A workspace with all that it was made from. */
export interface WorkspacePart {
  readonly sources: readonly unknown[];
  readonly workspace: Workspace;
  readonly providers: readonly ConnectedProvider[];
  readonly problems: readonly (readonly [string, string])[];
}

/** The workspaces of the last snapshot. */
interface WorkspaceParts {
  sources: readonly unknown[];
  byId: ReadonlyMap<string, WorkspacePart>;
  workspaces: ReadonlyMap<string, Workspace>;
}

/** The parts of the last snapshot, from which the next one has those that did not change. One for each gateway. */
export class SnapshotParts {
  readonly contentHash = new ContentHash();
  readonly ownOrganization = new LastMade<Organization>();
  readonly organizations = new LastMade<ReadonlyMap<string, Organization>>();
  readonly teams = new LastMade<Teams>();
  readonly hasTokenBudgets = new LastMade<boolean>();
  readonly providersByWorkspace = new SplitRows((row: SnapshotProvider) => row.workspaceId);
  readonly modelsByWorkspace = new SplitRows((row: WorkspaceModelRecord) => row.workspaceId);
  readonly capturingWorkspaces = new LastMade<ReadonlyMap<string, number> | undefined>();
  workspaces: WorkspaceParts = { sources: [], byId: new Map(), workspaces: new Map() };
  readonly policiesByUse = new SplitRows(({ kind }: PolicyRow) => USES[kind]);
  readonly cache = new LastMade<CacheRules | undefined>();
  readonly prompts = new LastMade<SnapshotPrompts | undefined>();
  readonly tags = new LastMade<TagPolicies>();
  readonly budgets = new LastMade<BudgetRules | undefined>();
  readonly limits = new LastMade<PolicyIndex | undefined>();
  readonly mcp = new LastMade<SnapshotMcp>();
  readonly guards = new LastMade<SnapshotGuards | undefined>();
}
