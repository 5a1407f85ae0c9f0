import type { ApiClient, Resource } from '../api/api-client.js';
import type { Plan, Remote, Step } from './plan.js';
import { prepare } from './prepare.js';
import type { Wanted } from './read-manifest.js';
import type { Place } from './remote-resources.js';
import type { ResourceKind } from './resource-kinds.js';

/** Result of a plan. */
export interface Outcome {
  /** Ids of everything that the manifest describes, by section. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  /** New keys, whose plaintext is shown this once. */
  readonly newKeys: readonly { readonly name: string; readonly team: string; readonly key: string }[];
}

/**
 * Does the steps in their order.
 *
 * @param all the resources as the manifest describes them
 * @throws CommandFailure from the first call that fails; what was done before stays, and a second run goes on from there
 */
export async function runPlan(
  client: ApiClient,
  plan: Plan,
  all: readonly Wanted[],
  remote: Remote,
  place: Place,
  report: (step: Step) => void,
): Promise<Outcome> {
  const ids: Record<string, string[]> = {};
  const newKeys: { name: string; team: string; key: string }[] = [];
  const known = new Map(remote);
  const note = (kind: ResourceKind, row: Resource): void => {
    known.set(kind.section, [...(known.get(kind.section) ?? []), row]);
    if (typeof row.key === 'string') {
      newKeys.push({ name: String(row.name), team: String(row.team), key: row.key });
    }
  };
  const own = (kind: ResourceKind, id: string): void => {
    ids[kind.section] = [...(ids[kind.section] ?? []), id];
  };
  for (const step of plan.steps) {
    report(step);
    if (step.verb === 'remove') {
      await client.call('DELETE', `${step.kind.path}/${step.id}`);
      continue;
    }
    const { kind } = step.wanted;
    if (step.verb === 'keep') {
      own(kind, step.id);
      continue;
    }
    // The step is prepared once more: objects that were created meanwhile have their ids now.
    const original = all.find(({ kind: each, name }) => each === kind && name === step.wanted.name) ?? step.wanted;
    const wanted = prepare(original, all, known, place);
    if (step.verb === 'update') {
      await client.call(
        'PATCH',
        `${kind.path}/${step.id}`,
        toChanges(
          wanted,
          step.differences.map(({ field }) => field),
        ),
      );
      own(kind, step.id);
      continue;
    }
    if (step.verb === 'replace') await client.call('DELETE', `${kind.path}/${step.id}`);
    const made = await client.call('POST', toPath(wanted, place), toCreation(wanted));
    note(kind, made);
    own(kind, String(made.id));
  }
  return { ids, newKeys };
}

function toPath({ fields, kind }: Wanted, { workspaceId }: Place): string {
  const isInQuery = kind.place === 'workspace' || (kind.isPlacedByScope && fields.scope === 'workspace');
  return isInQuery && workspaceId !== undefined ? `${kind.path}?workspace_id=${workspaceId}` : kind.path;
}

function toCreation({ kind, fields }: Wanted): Resource {
  // Virtual models share a path with models.
  return kind.object === undefined ? fields : { object: kind.object, ...fields };
}

/** Only what differs, and all of what is replaced together. */
function toChanges({ kind, fields }: Wanted, different: readonly string[]): Resource {
  const names = new Set(different.map((field) => field.split('.')[0] ?? field));
  for (const field of kind.replacedWhole ?? []) names.add(field);
  const { replacedTogether = [] } = kind;
  if (replacedTogether.some((field) => names.has(field))) for (const field of replacedTogether) names.add(field);
  return Object.fromEntries(Object.entries(fields).filter(([field]) => names.has(field)));
}
