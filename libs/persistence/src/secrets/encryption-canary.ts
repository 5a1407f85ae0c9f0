import type { EntityManager } from 'typeorm';
import { EncryptionCanaryEntity } from '../entities/encryption-canary.entity.js';
import { type SecretBox, SecretBoxError } from './secret-box.js';

/**
 * The encryption key of this process does not open what the database holds. With it, every stored secret would be
 * unreadable, and new ones would be sealed with a key that no other process has.
 */
export class WrongEncryptionKey extends Error {
  override readonly name = 'WrongEncryptionKey';

  constructor(reason: string) {
    super(
      `encryption.key (ENCRYPTION_KEY) is not the key of this database. ${reason} ` +
        'Set the key that the database was set up with; where it is lost, restore the database and the key together.',
    );
  }
}

const ONLY_ROW = 1;
const CANARY = 'multilane';
const SEALED_FOR = 'encryption_canary';

/**
 * Compares the encryption key with a sealed text that the first service to start left in the database.
 *
 * @param mayCreate Leaves that text if there is none yet.
 * @throws WrongEncryptionKey
 */
export async function checkCanary(manager: EntityManager, box: SecretBox, mayCreate: boolean): Promise<void> {
  if (mayCreate) {
    const values = { id: ONLY_ROW, sealed: box.seal(CANARY, SEALED_FOR) };
    await manager.createQueryBuilder().insert().into(EncryptionCanaryEntity).values(values).orIgnore().execute();
  }
  const row = await manager.findOneBy(EncryptionCanaryEntity, { id: ONLY_ROW });
  if (row === null) return;
  try {
    box.open(row.sealed, SEALED_FOR);
  } catch (error) {
    if (error instanceof SecretBoxError) throw new WrongEncryptionKey(error.message);
    throw error;
  }
}

/** Seals the canary with the key that seals now. */
export async function resealCanary(manager: EntityManager, box: SecretBox): Promise<void> {
  await manager.upsert(EncryptionCanaryEntity, { id: ONLY_ROW, sealed: box.seal(CANARY, SEALED_FOR) }, ['id']);
}
