import { hashToken, newToken } from '@multilane/auth';
import type { Actor, Database } from '@multilane/persistence';

const PREFIX = 'ml_setup_';
const VALID_MS = 24 * 60 * 60 * 1000;

/** A token for the organization's first owner, good for a day; earlier ones are good for nothing from then on. */
export async function issueSetupToken(
  database: Pick<Database, 'change'>,
  actor: Actor,
  organizationId: string,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const token = newToken(PREFIX);
  const expiresAt = new Date(Date.now() + VALID_MS);
  await database.change(actor, ({ setupTokens }) =>
    setupTokens.replace(organizationId, { hash: hashToken(token), expiresAt }),
  );
  return { token, expiresAt };
}
