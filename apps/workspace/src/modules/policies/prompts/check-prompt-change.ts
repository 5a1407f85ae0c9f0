import { isDeepStrictEqual } from 'node:util';
import type { PromptEntry } from '@multilane/config';
import { PROMPT_LIMITS } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { Change, StoredPolicyRecord } from '@multilane/persistence';
import { refuseField } from '../../../http/invalid-field.js';
import type { AskedChange, PolicyState } from '../asked-change.js';

const RELEASE = 'gateway.prompts.release';

/**
 * Rejects a change of a prompt that changes the content of a version, and without `gateway.prompts.release` one that changes which version a
 * protected label stands for, in whatever way: by moving it, by renaming, pausing or deleting the prompt, or by another prompt in its place.
 */
export async function checkPromptChange(change: Change, asked: AskedChange): Promise<void> {
  const { after, before, place, requester } = asked;
  const demand = (): void =>
    requester.demand(RELEASE, place.workspaceId === null ? {} : { workspaceId: place.workspaceId });
  if (before === undefined) await checkCount(change, asked);
  else if (changesRelease(before, after)) demand();
  if (before !== undefined && after !== undefined) checkVersions(definitionOf(before), definitionOf(after));
  const isNamed = after !== undefined && (before === undefined || before.name !== after.name || !before.enabled);
  if (isNamed && (await hidesRelease(change, asked, after.name))) demand();
}

async function checkCount({ policies }: Change, { place }: AskedChange): Promise<void> {
  const { organizationId, workspaceId } = place;
  const there = await policies.count(organizationId, { kind: 'prompt', workspaceId });
  if (there < PROMPT_LIMITS.inPlace) return;
  throw new GatewayError('conflict', {
    message: `There are ${PROMPT_LIMITS.inPlace} prompts here already. Delete one first.`,
  });
}

/** True if a protected label would stand for something else. */
function changesRelease(before: StoredPolicyRecord, after: PolicyState | undefined): boolean {
  const was = definitionOf(before);
  if (was.protected_labels.length === 0) return false;
  if (after === undefined || after.name !== before.name || after.enabled !== before.enabled) return true;
  const is = definitionOf(after);
  return was.protected_labels.some(
    (label) => !is.protected_labels.includes(label) || !isDeepStrictEqual(labelOf(was, label), labelOf(is, label)),
  );
}

/**
 * True if a prompt whose place this one takes, by the same name, has protected labels: one of gateway.yaml, or one of the organization in a
 * workspace.
 */
async function hidesRelease(
  { organizations, policies }: Change,
  { declared, place }: AskedChange,
  name: string,
): Promise<boolean> {
  const organization = await organizations.find(place.organizationId);
  if (organization !== undefined && declared.protectsPrompt(name, organization.name)) return true;
  if (place.workspaceId === null) return false;
  const hidden = await policies.findBy(place.organizationId, { kind: 'prompt', workspaceId: null, name });
  return hidden?.enabled === true && definitionOf(hidden).protected_labels.length > 0;
}

function checkVersions(was: Definition, is: Definition): void {
  const latest = Math.max(0, ...was.versions.map(({ version }) => version));
  if (latest > 0 && !is.versions.some(({ version }) => version === latest)) {
    throw refuseField({ path: 'versions', message: `must keep version ${latest}, the latest one` });
  }
  for (const [index, version] of is.versions.entries()) {
    const old = was.versions.find((each) => each.version === version.version);
    if (old === undefined && version.version < latest) {
      throw refuseField({ path: `versions[${index}].version`, message: `must be greater than ${latest}` });
    }
    if (old !== undefined && !isDeepStrictEqual(old, version)) {
      throw refuseField({
        path: `versions[${index}]`,
        message: 'cannot be changed: add a version with a higher number',
      });
    }
  }
}

type Definition = Pick<PromptEntry, 'versions' | 'labels' | 'protected_labels'>;

function definitionOf({ definition }: { readonly definition: object }): Definition {
  const { labels = [], protected_labels = [], versions = [] } = definition as Partial<PromptEntry>;
  return { labels, protected_labels, versions };
}

function labelOf({ labels }: Definition, name: string): Definition['labels'][number] | undefined {
  return labels.find((label) => label.name === name);
}
