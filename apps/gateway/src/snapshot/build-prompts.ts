import type { Caller } from '@multilane/auth';
import { type GatewayConfig, parsePromptEntry, type Steps } from '@multilane/config';
import type { SnapshotRows } from '@multilane/persistence';
import { type CompiledPrompt, compilePrompt } from '@multilane/policy';
import { oncePerRow } from './rows/once-per-row.js';
import type { Organization, SnapshotPrompts } from './snapshot.js';

type PolicyRow = SnapshotRows['policies'][number];

const readPrompt = oncePerRow(({ definition, name }: PolicyRow) => {
  const { entry } = parsePromptEntry({ ...definition, name });
  return entry === undefined ? undefined : compilePrompt(entry);
});

type Prompts = ReadonlyMap<string, CompiledPrompt>;

/** Prompts by their place: the id of a workspace or of an organization. */
class ScopedPrompts implements SnapshotPrompts {
  constructor(
    private readonly own: Organization,
    private readonly declared: Prompts,
    private readonly stored: ReadonlyMap<string, Prompts>,
  ) {}

  find(name: string, { organizationId, workspaceId }: Caller): CompiledPrompt | undefined {
    return (
      (workspaceId === undefined ? undefined : this.stored.get(workspaceId)?.get(name)) ??
      this.stored.get(organizationId ?? this.own.id ?? '')?.get(name) ??
      (organizationId === undefined || organizationId === this.own.id ? this.declared.get(name) : undefined)
    );
  }
}

/**
 * Compiles the prompts of gateway.yaml, which its own organization alone has, and those of the database; undefined if there are none. A
 * stored one that this version cannot read is as if it were not there.
 */
export function* buildPrompts(
  { prompts }: Pick<GatewayConfig, 'prompts'>,
  rows: readonly PolicyRow[],
  own: Organization,
): Steps<SnapshotPrompts | undefined> {
  const declared = new Map<string, CompiledPrompt>();
  for (const entry of prompts) {
    declared.set(entry.name, compilePrompt(entry));
    yield;
  }
  const stored = new Map<string, Map<string, CompiledPrompt>>();
  for (const row of rows) {
    const prompt = row.enabled ? readPrompt(row) : undefined;
    const place = row.workspaceId ?? row.organizationId;
    const byName = stored.get(place) ?? new Map<string, CompiledPrompt>();
    if (prompt) stored.set(place, byName.set(row.name, prompt));
    yield;
  }
  return declared.size === 0 && stored.size === 0 ? undefined : new ScopedPrompts(own, declared, stored);
}
