import { hashToken, newToken } from '@multilane/auth';
import type { Actor, Database } from '@multilane/persistence';

const PREFIX = 'ml_setup_';
const VALID_MS = 24 * 60 * 60 * 1000;

/**
 * A token for the organization's first owner, good for a day.
 *
 * @param keepsOthers Whether those that were issued before stay good: they may be another replica's, printed a moment ago.
 */
export async function issueSetupToken(
  database: Pick<Database, 'change'>,
  actor: Actor,
  organizationId: string,
  keepsOthers: boolean,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const token = newToken(PREFIX);
  const expiresAt = new Date(Date.now() + VALID_MS);
  const values = { hash: hashToken(token), expiresAt };
  await database.change(actor, ({ setupTokens }) =>
    keepsOthers ? setupTokens.add(organizationId, values) : setupTokens.replace(organizationId, values),
  );
  return { token, expiresAt };
}
