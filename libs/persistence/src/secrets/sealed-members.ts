import type { WorkspaceProviderEntity } from '../entities/model.entity.js';
import type { ProviderSecrets, SecretChanges, SecretHints } from '../records/model.js';
import { demandBox, type SecretBox, SecretBoxError } from './secret-box.js';
import { hintOf } from './secret-hints.js';

/** Seals and does not open: all that whoever changes a provider has. */
export type Sealer = Pick<SecretBox, 'keyId' | 'seal'>;

type SealedColumns = Pick<WorkspaceProviderEntity, 'secretNames' | 'sealedSecrets' | 'secretsKeyId' | 'secretHints'>;
type SealedRow = Pick<WorkspaceProviderEntity, 'id' | 'secretNames' | 'sealedSecrets'>;

/** Sealed texts by the name of the secret. */
type SealedMembers = ReadonlyMap<string, string>;

/**
 * The seal around all secrets of a row together, as releases before this format wrote it. It is no name of a secret, and matches
 * `HAS_WHOLE`.
 */
const WHOLE = '*';

/** Condition of SQL: rows some of whose secrets are still sealed together, so that there are no hints of them. */
export const HAS_WHOLE = `(sealed_secrets NOT LIKE '{%' OR sealed_secrets LIKE '{"*"%')`;

/**
 * The columns of a provider after a change of its secrets. Each secret is sealed by itself, so those that do not change are not
 * opened. Of what is sealed together with others, the names in `secretNames` say which are still in use.
 *
 * @throws SecretBoxError without an encryption key
 */
export function sealChanges(
  box: Sealer | undefined,
  row: SealedRow & Pick<SealedColumns, 'secretHints'>,
  changes: SecretChanges,
): SealedColumns {
  const names = new Set(row.secretNames);
  const members = new Map(readMembers(row.sealedSecrets));
  const hints: Record<string, SecretHints[string]> = { ...row.secretHints };
  for (const [name, value] of Object.entries(changes)) {
    names.delete(name);
    members.delete(name);
    delete hints[name];
    if (value === null) continue;
    names.add(name);
    members.set(name, demandBox(box, 'Secrets of providers').seal(JSON.stringify(value), purposeOf(row.id, name)));
    const hint = hintOf(name, value);
    if (hint !== undefined) hints[name] = hint;
  }
  if ([...names].every((name) => members.has(name))) members.delete(WHOLE);
  return { secretNames: [...names].sort(), secretHints: hints, ...toColumns(members, box?.keyId) };
}

/** @throws SecretBoxError */
export function openSecrets(box: SecretBox | undefined, row: SealedRow): ProviderSecrets {
  const members = readMembers(row.sealedSecrets);
  const whole = members.get(WHOLE);
  const old =
    whole === undefined
      ? {}
      : (JSON.parse(demandBox(box, 'Secrets of providers').open(whole, row.id)) as ProviderSecrets);
  return Object.fromEntries(
    row.secretNames.flatMap((name) => {
      const sealed = members.get(name);
      if (sealed === undefined) return name in old ? [[name, old[name] ?? '']] : [];
      return [
        [
          name,
          JSON.parse(
            demandBox(box, 'Secrets of providers').open(sealed, purposeOf(row.id, name)),
          ) as ProviderSecrets[string],
        ],
      ];
    }),
  );
}

/** A secret does not open in the place of another, of the same row neither. */
function purposeOf(id: string, name: string): string {
  return `${id} ${name}`;
}

function readMembers(sealed: string | null): SealedMembers {
  if (sealed === null) return new Map();
  if (!sealed.startsWith('{')) return new Map([[WHOLE, sealed]]);
  try {
    const members = Object.entries(JSON.parse(sealed) as Record<string, unknown>);
    return new Map(members.map(([name, text]) => [name, String(text)]));
  } catch {
    throw new SecretBoxError('A stored secret is not in a form that this version knows.');
  }
}

/** Names a key that does not seal any more, where one of several did: that is what resealing looks for. */
function toColumns(
  members: SealedMembers,
  current: string | undefined,
): Pick<SealedColumns, 'sealedSecrets' | 'secretsKeyId'> {
  if (members.size === 0) return { sealedSecrets: null, secretsKeyId: null };
  const keyIds = [...members.values()].map((sealed) => sealed.split('.')[1] ?? '');
  const secretsKeyId = keyIds.find((keyId) => keyId !== current) ?? keyIds[0] ?? '';
  return { sealedSecrets: JSON.stringify(Object.fromEntries(members)), secretsKeyId };
}
