import type { Caller } from '@multilane/auth';
import { type GatewayConfig, parseTagPolicyEntry, type Steps } from '@multilane/config';
import type { SnapshotRows } from '@multilane/persistence';
import { type CallerTags, TagPolicies } from '@multilane/policy';
import { LastMade, noProblems } from '../rows/last-made.js';
import { oncePerRow } from '../rows/once-per-row.js';
import type { Organization, Snapshot, SnapshotTags } from '../snapshot.js';
import { describeCaller } from './describe-caller.js';

type PolicyRow = SnapshotRows['policies'][number];

const readRow = oncePerRow(({ definition, name }: PolicyRow) => parseTagPolicyEntry({ ...definition, name }).entry);

/** Rules of each caller, worked out once for as long as both the caller and the snapshot exist. */
class RememberedTags implements SnapshotTags {
  private readonly found = new WeakMap<Caller, CallerTags | null>();

  constructor(private readonly policies: TagPolicies) {}

  find(snapshot: Snapshot, caller: Caller): CallerTags | undefined {
    let rules = this.found.get(caller);
    if (rules === undefined) {
      rules = this.policies.findForCaller(describeCaller(snapshot, caller)) ?? null;
      this.found.set(caller, rules);
    }
    return rules ?? undefined;
  }
}

/**
 * The tag policies of gateway.yaml, which hold for its own organization, and those of the database; undefined if there are
 * none. A policy that this version cannot read does nothing.
 */
export function* buildTagPolicies(
  { tag_policies: declared }: Pick<GatewayConfig, 'tag_policies'>,
  rows: readonly PolicyRow[],
  own: Organization,
  last = new LastMade<TagPolicies>(),
): Steps<SnapshotTags | undefined> {
  const policies = yield* last.find([declared, rows, own], noProblems, () => indexPolicies(declared, rows, own));
  return policies.isEmpty ? undefined : new RememberedTags(policies);
}

function* indexPolicies(
  declared: GatewayConfig['tag_policies'],
  rows: readonly PolicyRow[],
  own: Organization,
): Steps<TagPolicies> {
  const policies = new TagPolicies();
  for (const entry of declared) policies.add(entry, own.id ?? own.name, undefined);
  for (const row of rows) {
    const entry = row.enabled ? readRow(row) : undefined;
    if (entry) policies.add(entry, row.organizationId, row.workspaceId ?? undefined);
    yield;
  }
  return policies;
}
