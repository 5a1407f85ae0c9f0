import { parseBudgetRuleEntry, parseTagPolicyEntry, type ReadEntry } from '@multilane/config';
import type { DatabasePlan, PlannedBudget, PlannedKey, PlannedTeam } from '@multilane/importers';
import type { Actor, Change, Database, JsonObject, PolicyKind, TeamRecord } from '@multilane/persistence';

/** Numbers of a plan's new objects. */
export interface ImportCounts {
  teams: number;
  users: number;
  keys: number;
  /** Budget rules, and the tag policy that they need. */
  budgets: number;
  /** Objects that existed already, and stay as they are. */
  unchanged: number;
  /** Teams that were there already with more than they have at LiteLLM: new keys of theirs are disabled. */
  widerTeams: string[];
}

/** Keys, or budget rules, that are written in one transaction. */
const BATCH = 500;

/** Name of the policy that reads tags of LiteLLM's clients. */
const TAG_POLICY = 'imported, tags of LiteLLM';

/**
 * Writes teams, people, keys and budget rules. Objects that exist by name, address or hash stay as they are, so that a second run adds those that a first
 * one did not reach.
 *
 * @param isTrial Counts, and writes nothing.
 */
export async function importLitellm(
  database: Database,
  actor: Actor,
  organizationId: string,
  { budgets, tag, teams, users, keys }: DatabasePlan,
  isTrial: boolean,
): Promise<ImportCounts> {
  const counts: ImportCounts = { teams: 0, users: 0, keys: 0, budgets: 0, unchanged: 0, widerTeams: [] };
  const write = (work: (change: Change) => Promise<void>) => runOrTry(database, actor, work, isTrial);
  const people = new Map<string, string>();
  const places = new Map<string, Pick<TeamRecord, 'id' | 'name'>>();
  await write(async (change) => {
    for (const user of users) {
      const found = await change.users.findByEmail(organizationId, user.email);
      const { id } = found ?? (await change.users.create(organizationId, { ...user, role: 'org_member' }));
      people.set(user.email, id);
      count(counts, 'users', found);
    }
    for (const { members, ...team } of teams) {
      const found = await change.teams.findByNameInAnyCase(organizationId, team.name);
      const allowedModels = team.allowedModels && [...team.allowedModels];
      const made = found ?? (await change.teams.create(organizationId, { ...team, allowedModels }));
      places.set(team.name, made);
      count(counts, 'teams', found);
      if (found && isWider(found, team)) counts.widerTeams.push(team.name);
      const ids = found ? [] : members.flatMap((email) => people.get(email) ?? []);
      for (const userId of ids) await change.teams.addMember(organizationId, made.id, userId);
    }
  });
  // Budgets are there before the keys that spend them.
  if (tag !== undefined) await write((change) => writeTagPolicy(change, organizationId, tag, counts));
  const { ofKeys, others } = splitBudgets(budgets);
  for (const batch of inBatches(others)) {
    await write(async (change) => {
      // The name of a team that was there may have another case.
      for (const budget of batch)
        await writeBudget(change, organizationId, budget, places.get(budget.value)?.name ?? budget.value, counts);
    });
  }
  const wider = new Set(counts.widerTeams);
  for (const batch of inBatches(keys)) {
    if (isTrial) {
      for (const { hash } of batch) {
        const found = await database.credentials.findIdentityByHash(hash);
        count(counts, 'keys', found);
        for (const { name } of ofKeys.get(hash) ?? [])
          count(counts, 'budgets', await findPolicy(database.policies, organizationId, 'budget', name));
      }
      continue;
    }
    await write(async (change) => {
      for (const key of batch) {
        const { credential: found } = (await change.credentials.findIdentityByHash(key.hash)) ?? {};
        count(counts, 'keys', found);
        const disabled = key.disabled || wider.has(key.team);
        const owner = people.get(key.owner ?? '');
        const id =
          found?.id ?? (await writeKey(change, organizationId, { ...key, disabled }, places.get(key.team)?.id, owner));
        // A key that was there may be another organization's.
        if (found !== undefined && found.organizationId !== organizationId) continue;
        for (const budget of ofKeys.get(key.hash) ?? []) await writeBudget(change, organizationId, budget, id, counts);
      }
    });
  }
  return counts;
}

/** Budgets of keys by the hashes of those, and the others. */
function splitBudgets(budgets: readonly PlannedBudget[]) {
  const ofKeys = new Map<string, PlannedBudget[]>();
  const others: PlannedBudget[] = [];
  for (const budget of budgets) {
    if (budget.scope !== 'api_key') others.push(budget);
    else ofKeys.set(budget.value, [...(ofKeys.get(budget.value) ?? []), budget]);
  }
  return { ofKeys, others };
}

function* inBatches<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let index = 0; index < items.length; index += BATCH) yield items.slice(index, index + BATCH);
}

/** Writes a budget rule, unless there is one of its name. @param value of its scope, here */
async function writeBudget(
  change: Change,
  organizationId: string,
  budget: PlannedBudget,
  value: string,
  counts: ImportCounts,
): Promise<void> {
  await writePolicy(change, organizationId, 'budget', parseBudgetRuleEntry({ ...budget, value }), counts);
}

/** Writes the policy by which a tag of LiteLLM's clients is a value of one tag. */
async function writeTagPolicy(
  change: Change,
  organizationId: string,
  tag: string,
  counts: ImportCounts,
): Promise<void> {
  const policy = { name: TAG_POLICY, headers: [{ header: 'x-litellm-tags', tag }] };
  await writePolicy(change, organizationId, 'tag', parseTagPolicyEntry(policy), counts);
}

/** A policy of the whole organization. */
function findPolicy(
  policies: Pick<Change['policies'], 'findBy'>,
  organizationId: string,
  kind: PolicyKind,
  name: string,
): Promise<unknown> {
  return policies.findBy(organizationId, { kind, name, workspaceId: null });
}

async function writePolicy(
  { policies }: Change,
  organizationId: string,
  kind: PolicyKind,
  { entry, problems }: ReadEntry<{ readonly name: string }>,
  counts: ImportCounts,
): Promise<void> {
  if (problems !== undefined) throw new Error(`an imported policy is not valid: ${problems[0]?.message}`);
  const { name, ...definition } = JSON.parse(JSON.stringify(entry)) as JsonObject & { readonly name: string };
  const found = await findPolicy(policies, organizationId, kind, name);
  count(counts, 'budgets', found);
  if (!found) await policies.create(organizationId, { kind, workspaceId: null, name, definition, enabled: true });
}

/** True if an existing team allows models that the planned one does not. */
function isWider(there: TeamRecord, planned: Omit<PlannedTeam, 'members'>): boolean {
  const { allowedModels } = planned;
  if (allowedModels !== null && !(there.allowedModels?.every((model) => allowedModels.includes(model)) ?? false))
    return true;
  return (['rpmLimit', 'tpmLimit', 'maxParallel'] as const).some((limit) => isLooser(there[limit], planned[limit]));
}

/** 0 is no limit. */
const isLooser = (there: number, planned: number): boolean => planned > 0 && (there === 0 || there > planned);

async function writeKey(
  { credentials }: Change,
  organizationId: string,
  { team: _team, owner: _owner, disabled, ...key }: PlannedKey,
  teamId: string | undefined,
  userId: string | undefined,
): Promise<string> {
  const { id } = await credentials.create(organizationId, { ...key, kind: 'api_key', role: 'member', teamId, userId });
  if (disabled) await credentials.setDisabled(organizationId, id, true);
  return id;
}

function count(counts: ImportCounts, what: 'budgets' | 'teams' | 'users' | 'keys', found: unknown): void {
  counts[found === undefined ? what : 'unchanged'] += 1;
}

/** Undoes a change. */
const TRIAL_IS_OVER = new Error('a trial is never committed');

async function runOrTry(
  database: Pick<Database, 'change'>,
  actor: Actor,
  work: (change: Change) => Promise<void>,
  isTrial: boolean,
): Promise<void> {
  try {
    await database.change(actor, async (change) => {
      await work(change);
      if (isTrial) throw TRIAL_IS_OVER;
    });
  } catch (error) {
    if (error !== TRIAL_IS_OVER) throw error;
  }
}
