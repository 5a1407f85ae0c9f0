import type { CredentialPolicy } from '../../records/organization.js';
import { type Statement, statement } from '../../statements/statement.js';
import type { ChangeScope } from '../audited-table.js';

interface EndedRow {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly expires_at: Date;
}

const A_DAY_S = 86_400;

/** A PAT lives so long from when its present secret was issued: by its creation or by its last rotation. */
const SHORTEN_PATS = statement<EndedRow>(
  { id: 'uuid', name: 'text', kind: 'text', expires_at: 'timestamptz' },
  `
  UPDATE credentials SET expires_at = limited.ends, updated_at = now()
    FROM (SELECT c.id, max(s.created_at) + make_interval(secs => $2) AS ends
            FROM credentials c JOIN credential_secrets s ON s.credential_id = c.id
           WHERE c.organization_id = $1 AND c.kind = 'pat'
           GROUP BY c.id) AS limited
   WHERE credentials.id = limited.id AND (credentials.expires_at IS NULL OR credentials.expires_at > limited.ends)
  RETURNING credentials.id, credentials.name, credentials.kind, credentials.expires_at`,
);

/** The newest of a person's usable PATs stay. */
const END_SURPLUS_PATS = statement<EndedRow>(
  { id: 'uuid', name: 'text', kind: 'text', expires_at: 'timestamptz' },
  `
  UPDATE credentials SET expires_at = now(), updated_at = now()
    FROM (SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY id DESC) AS position
            FROM credentials
           WHERE organization_id = $1 AND kind = 'pat' AND (expires_at IS NULL OR expires_at > now())) AS usable
   WHERE credentials.id = usable.id AND usable.position > $2
  RETURNING credentials.id, credentials.name, credentials.kind, credentials.expires_at`,
);

const END_ENDLESS_VATS = statement<EndedRow>(
  { id: 'uuid', name: 'text', kind: 'text', expires_at: 'timestamptz' },
  `
  UPDATE credentials SET expires_at = now(), updated_at = now()
   WHERE organization_id = $1 AND kind = 'vat' AND expires_at IS NULL AND rotate_every_days IS NULL
  RETURNING id, name, kind, expires_at`,
);

/**
 * A credential policy that gets stricter holds for the tokens that exist
 * (docs/contract/control-plane.md#credential-policy): their `expires_at` is brought forward in the change of the policy
 * itself, and a policy that is loosened again does not bring them back.
 */
export async function applyCredentialPolicy(
  { manager, log }: ChangeScope,
  organizationId: string,
  before: CredentialPolicy,
  after: CredentialPolicy,
): Promise<void> {
  const ended: EndedRow[] = [];
  const run = async (shorten: Statement<EndedRow>, ...values: number[]): Promise<void> => {
    ended.push(...(await shorten.rows(manager, [organizationId, ...values])));
  };
  if (after.maxPatLifetimeDays < before.maxPatLifetimeDays) await run(SHORTEN_PATS, after.maxPatLifetimeDays * A_DAY_S);
  if (after.maxPatsPerUser < before.maxPatsPerUser) await run(END_SURPLUS_PATS, after.maxPatsPerUser);
  if (before.allowNonExpiringVat && !after.allowNonExpiringVat) await run(END_ENDLESS_VATS);
  for (const { id: targetId, name: targetName, kind, expires_at: expiresAt } of ended) {
    const entry = { organizationId, action: 'credential.shorten', targetType: 'credential', targetId, targetName };
    log.record({ ...entry, after: { kind, expiresAt } }, `credential:${targetId}`);
  }
}
