import type { Steps } from '@multilane/config';
import { type GatewayConfig, type GuardrailEntry, parseGuardrailEntry, parsePiiPolicy } from '@multilane/config';
import type { SnapshotRows } from '@multilane/persistence';
import { brokenGuardrail } from '@multilane/policy';
import { oncePerRow } from '../rows/once-per-row.js';
import type { Organization } from '../snapshot.js';
import type { GuardrailCompiler } from './guardrail-compiler.js';
import { SnapshotGuards } from './snapshot-guards.js';

type PolicyRow = SnapshotRows['policies'][number];

const readGuardrail = oncePerRow((row: PolicyRow) => parseGuardrailEntry({ ...row.definition, name: row.name }));
const readPii = oncePerRow((row: PolicyRow) => parsePiiPolicy(row.definition));

export interface GuardrailSources {
  readonly config: Pick<GatewayConfig, 'guardrails' | 'pii' | 'network'>;
  readonly rows: Pick<SnapshotRows, 'policies'> | undefined;
  /** Keeps what it compiled from one snapshot to the next. */
  readonly guardrails: GuardrailCompiler;
  /** Called for each policy of the database that cannot be applied; requests that it would guard are rejected. */
  readonly onPolicyProblem: (policyId: string, problem: string) => void;
}

/**
 * The guardrails and rules of personal data of gateway.yaml, which hold for its own organization, and those of the
 * database; undefined if there are none. Throws for one of the file that cannot be compiled.
 */
export function* buildGuardrails(sources: GuardrailSources, own: Organization): Steps<SnapshotGuards | undefined> {
  const { config, rows, guardrails: compiler } = sources;
  const guards = new SnapshotGuards();
  for (const entry of config.guardrails) {
    guards.addGuardrail(own.id, place(entry, compiler.compile(entry, config.network, true)));
    yield;
  }
  if (config.pii.input !== 'off' || config.pii.output !== 'off') guards.addPii(own.id, config.pii);
  for (const row of rows?.policies ?? []) {
    if (!row.enabled || (row.kind !== 'guardrail' && row.kind !== 'pii')) continue;
    if (row.problem !== undefined) addBroken(guards, row, sources, row.problem);
    else if (row.kind === 'guardrail') addGuardrail(guards, row, sources);
    else addPii(guards, row, sources);
    yield;
  }
  compiler.forgetUnused();
  return guards.isEmpty ? undefined : guards;
}

function addGuardrail(guards: SnapshotGuards, row: PolicyRow, sources: GuardrailSources): void {
  const { entry, problems } = readGuardrail(row);
  if (!entry) {
    addBroken(guards, row, sources, problems.map(({ path, message }) => `${path} ${message}`).join('; '));
    return;
  }
  try {
    guards.addGuardrail(placeOf(row), place(entry, sources.guardrails.compile(entry, sources.config.network, false)));
  } catch {
    addBroken(guards, row, sources, 'its settings cannot be compiled');
  }
}

function addPii(guards: SnapshotGuards, row: PolicyRow, sources: GuardrailSources): void {
  const { entry, problems } = readPii(row);
  if (entry) guards.addPii(placeOf(row), entry);
  else addBroken(guards, row, sources, problems.map(({ path, message }) => `${path} ${message}`).join('; '));
}

/** An operator must not believe that a policy holds when it does not: what it would look at is rejected. */
function addBroken(guards: SnapshotGuards, row: PolicyRow, sources: GuardrailSources, problem: string): void {
  sources.onPolicyProblem(row.id, problem);
  const { models, teams } = row.definition as { models?: unknown; teams?: unknown };
  const guardrail = brokenGuardrail(row.name, row.kind);
  guards.addGuardrail(placeOf(row), { guardrail, models: readNames(models), teams: readNames(teams) });
}

function readNames(names: unknown): ReadonlySet<string> | undefined {
  return Array.isArray(names) ? new Set(names.map(String)) : undefined;
}

function placeOf({ organizationId, workspaceId }: PolicyRow): string {
  return workspaceId ?? organizationId;
}

function place({ models, teams }: GuardrailEntry, guardrail: ReturnType<GuardrailCompiler['compile']>) {
  return { guardrail, models: models && new Set(models), teams: teams && new Set(teams) };
}
