import type { Actor, Database, ResealReport } from '@multilane/persistence';

/** Short transactions, so that nobody waits long for a provider. */
const BATCH = 100;

/**
 * Seals the secrets of every provider of every organization with the newest key of `encryption.key`, so that the others
 * may be taken out of it. Each batch is a change of its own, with a row in the audit trail: what was interrupted is begun
 * anew, and goes on where it ended. Those that no key opens stay as they are and are told of; keep their key.
 *
 * @param onProgress Hears after each batch how many providers are done so far.
 */
export async function resealSecrets(
  database: Pick<Database, 'change'>,
  actor: Actor,
  onProgress: (resealed: number) => void = () => undefined,
): Promise<ResealReport> {
  let resealed = 0;
  const failed: ResealReport['failed'][number][] = [];
  let after: string | undefined;
  do {
    const from = after;
    const batch = await database.change(actor, ({ providers }) => providers.resealSome(BATCH, from));
    resealed += batch.resealed;
    failed.push(...batch.failed);
    after = batch.last;
    if (after !== undefined) onProgress(resealed);
  } while (after !== undefined);
  return { resealed, failed };
}
