import type { Actor, Change, Database, ResealedPolicies, ResealReport } from '@multilane/persistence';

/** Short transactions, so that nobody waits long for a provider. */
const BATCH = 100;

/** What came of it: providers, and policies that have secrets. */
export interface FullResealReport extends ResealReport {
  readonly policies: Omit<ResealedPolicies, 'last'>;
}

/**
 * Seals the secrets of every provider and policy of every organization with the newest key of `encryption.key`, so that the others
 * may be taken out of it. Each batch is a change of its own, with a row in the audit trail: what was interrupted is begun
 * again, and continues where it ended. Those that no key opens stay as they are and are told of; keep their key.
 *
 * @param onProgress Hears after each batch how many are done so far.
 */
export async function resealSecrets(
  database: Pick<Database, 'change' | 'resealCanary'>,
  actor: Actor,
  onProgress: (resealed: number) => void = () => undefined,
): Promise<FullResealReport> {
  const run = <Work>(work: (change: Change) => Promise<Work>): Promise<Work> => database.change(actor, work);
  const providers = await resealAll((after) => run((change) => change.providers.resealSome(BATCH, after)), onProgress);
  const policies = await resealAll(
    (after) => run((change) => change.policies.resealSome(BATCH, after)),
    (resealed) => onProgress(providers.resealed + resealed),
  );
  await database.resealCanary();
  return { ...providers, policies };
}

interface Batch<Failure> {
  readonly resealed: number;
  readonly failed: readonly Failure[];
  readonly last: string | undefined;
}

async function resealAll<Failure>(
  resealSome: (after: string | undefined) => Promise<Batch<Failure>>,
  onProgress: (resealed: number) => void,
): Promise<Omit<Batch<Failure>, 'last'>> {
  let resealed = 0;
  const failed: Failure[] = [];
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
