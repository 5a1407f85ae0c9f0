import type { Actor, DatabaseWithSecrets, ResealedBatch } from '@multilane/persistence';

/** Short transactions, so that nobody waits long for a provider. */
const BATCH = 100;

type Resealed = Omit<ResealedBatch, 'last'>;

/** Records, some of which have megabytes. */
const ROW_BATCH = 50;

/** Conversations, which have megabytes of text. */
const CHAT_BATCH = 10;

/** Result of the resealing: providers, policies that have secrets, secrets of workspaces, and conversations. */
export interface FullResealReport extends Resealed {
  readonly policies: Resealed;
  readonly workspaceSecrets: Resealed;
  readonly mcpServers: Resealed;
  readonly conversations: Resealed;
  /** Runs, jobs, files and the like: rows, named by their table and key. */
  readonly records: Resealed;
}

/**
 * Seals the secrets of every provider and policy of every organization, all conversations and all other records, with the newest key of `encryption.key`, so that the others
 * may be removed from it, and stores the hints that secrets of an earlier release lack. Each batch of secrets is a change of its own,
 * with a row in the audit trail: what was interrupted is begun again, and continues where it ended. Those that no key opens stay as they
 * are and are reported; keep their key.
 *
 * @param onProgress Called after each batch with the number done so far.
 */
export async function resealSecrets(
  database: Pick<DatabaseWithSecrets, 'upstreamSecrets' | 'chatSealing' | 'rowSealing' | 'resealCanary'>,
  actor: Actor,
  onProgress: (resealed: number) => void = () => undefined,
): Promise<FullResealReport> {
  const { upstreamSecrets } = database;
  const providers = await resealAll((after) => upstreamSecrets.resealProviders(actor, BATCH, after), onProgress);
  const policies = await resealAll(
    (after) => upstreamSecrets.resealPolicies(actor, BATCH, after),
    (resealed) => onProgress(providers.resealed + resealed),
  );
  const workspaceSecrets = await resealAll(
    (after) => upstreamSecrets.resealWorkspaceSecrets(actor, BATCH, after),
    (resealed) => onProgress(providers.resealed + policies.resealed + resealed),
  );
  const mcpServers = await resealAll(
    (after) => upstreamSecrets.resealMcpServers(actor, BATCH, after),
    (resealed) => onProgress(providers.resealed + policies.resealed + workspaceSecrets.resealed + resealed),
  );
  const secrets = providers.resealed + policies.resealed + workspaceSecrets.resealed + mcpServers.resealed;
  const conversations = await resealAll(
    (after) => database.chatSealing.reseal(CHAT_BATCH, after),
    (resealed) => onProgress(secrets + resealed),
  );
  const records = await resealAll(
    (after) => database.rowSealing.reseal(ROW_BATCH, after),
    (resealed) => onProgress(secrets + conversations.resealed + resealed),
  );
  await database.resealCanary();
  return { ...providers, policies, workspaceSecrets, mcpServers, conversations, records };
}

async function resealAll(
  resealSome: (after: string | undefined) => Promise<ResealedBatch>,
  onProgress: (resealed: number) => void,
): Promise<Resealed> {
  let resealed = 0;
  const failed: ResealedBatch['failed'][number][] = [];
  let after: string | undefined;
  do {
    const batch = await resealSome(after);
    resealed += batch.resealed;
    failed.push(...batch.failed);
    after = batch.last;
    if (after !== undefined) onProgress(resealed);
  } while (after !== undefined);
  return { resealed, failed };
}
