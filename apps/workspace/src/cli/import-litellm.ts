import type { DatabasePlan, PlannedKey, PlannedTeam } from '@multilane/importers';
import type { Actor, Change, Database, TeamRecord } from '@multilane/persistence';

/** Numbers of a plan's new objects. */
export interface ImportCounts {
  teams: number;
  users: number;
  keys: number;
  /** Objects that existed already, and stay as they are. */
  unchanged: number;
  /** Teams that were there already with more than they have at LiteLLM: new keys of theirs are disabled. */
  widerTeams: string[];
}

/** Keys that are written in one transaction. */
const BATCH = 500;

/**
 * Writes teams, people and keys. Objects that exist by name, address or hash stay as they are, so that a second run adds those that a first
 * one did not reach.
 *
 * @param isTrial Counts, and writes nothing.
 */
export async function importLitellm(
  database: Database,
  actor: Actor,
  organizationId: string,
  { teams, users, keys }: DatabasePlan,
  isTrial: boolean,
): Promise<ImportCounts> {
  const counts: ImportCounts = { teams: 0, users: 0, keys: 0, unchanged: 0, widerTeams: [] };
  const write = (work: (change: Change) => Promise<void>) => runOrTry(database, actor, work, isTrial);
  const people = new Map<string, string>();
  const places = new Map<string, string>();
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
      places.set(team.name, made.id);
      count(counts, 'teams', found);
      if (found && isWider(found, team)) counts.widerTeams.push(team.name);
      const ids = found ? [] : members.flatMap((email) => people.get(email) ?? []);
      for (const userId of ids) await change.teams.addMember(organizationId, made.id, userId);
    }
  });
  const wider = new Set(counts.widerTeams);
  for (let index = 0; index < keys.length; index += BATCH) {
    const batch = keys.slice(index, index + BATCH);
    if (isTrial) {
      for (const { hash } of batch) count(counts, 'keys', await database.credentials.findIdentityByHash(hash));
      continue;
    }
    await write(async (change) => {
      for (const key of batch) {
        const found = await change.credentials.findIdentityByHash(key.hash);
        count(counts, 'keys', found);
        const disabled = key.disabled || wider.has(key.team);
        if (!found) {
          await writeKey(
            change,
            organizationId,
            { ...key, disabled },
            places.get(key.team),
            people.get(key.owner ?? ''),
          );
        }
      }
    });
  }
  return counts;
}

/** True if an existing team allows models that the planned one does not. */
function isWider(there: TeamRecord, planned: Omit<PlannedTeam, 'members'>): boolean {
  const { allowedModels } = planned;
  if (allowedModels !== null && !(there.allowedModels?.every((model) => allowedModels.includes(model)) ?? false))
    return true;
  return isLooser(there.rpmLimit, planned.rpmLimit) || isLooser(there.tpmLimit, planned.tpmLimit);
}

/** 0 is no limit. */
const isLooser = (there: number, planned: number): boolean => planned > 0 && (there === 0 || there > planned);

async function writeKey(
  { credentials }: Change,
  organizationId: string,
  { team: _team, owner: _owner, disabled, ...key }: PlannedKey,
  teamId: string | undefined,
  userId: string | undefined,
): Promise<void> {
  const { id } = await credentials.create(organizationId, { ...key, kind: 'api_key', role: 'member', teamId, userId });
  if (disabled) await credentials.setDisabled(organizationId, id, true);
}

function count(counts: ImportCounts, what: 'teams' | 'users' | 'keys', found: unknown): void {
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
