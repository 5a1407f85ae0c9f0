import { PROVIDER_SECRETS } from '@multilane/config';
import type { JsonObject, SecretChanges, SecretHints, WorkspaceProviderRecord } from '@multilane/persistence';
import type { QueueDto } from '../routing/dto/queue.dto.js';
import type { QuotaDto } from './dto/quota.dto.js';
import type { TimeoutsDto } from './dto/timeouts.dto.js';
import type { UpdateProviderDto } from './dto/write-provider.dto.js';

/** A provider's fields, named as in gateway.yaml. */
export type ProviderFields = Readonly<Record<string, unknown>>;

/** The fields that are stored unencrypted, in addition to name, kind and address. */
export interface ProviderSettings {
  readonly timeouts?: TimeoutsDto;
  readonly api_version?: string;
  readonly region?: string;
  readonly project?: string;
  readonly location?: string;
  readonly cold_start?: boolean;
  readonly max_parallel?: number;
  readonly queue?: QueueDto;
  readonly quota?: QuotaDto;
}

/** The fields that are sealed; values of headers are as often a credential as not. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set([...PROVIDER_SECRETS, 'headers']);

const OWN_COLUMNS: ReadonlySet<string> = new Set(['name', 'kind', 'base_url']);

/**
 * All that is stored of a provider, as far as rules need it: the workspace decrypts no secret, so that a word stands for each of
 * them. It passes every rule that the secret passed when it was sent.
 */
export function toFields(provider: WorkspaceProviderRecord, hints: SecretHints): ProviderFields {
  const { name, kind, baseUrl, settings, secretNames } = provider;
  const secrets = Object.fromEntries(secretNames.map((secret) => [secret, standInFor(secret, hints[secret])]));
  return { name, kind, ...(baseUrl === null ? {} : { base_url: baseUrl }), ...settings, ...secrets };
}

const STAND_IN = 'stored';

function standInFor(name: string, hint: SecretHints[string] | undefined): unknown {
  switch (name) {
    case 'headers':
      return Object.fromEntries(Array.isArray(hint) ? hint.map((header: string) => [header, STAND_IN]) : []);
    case 'api_keys':
      return [STAND_IN];
    case 'credentials_json':
      // An earlier release stored no hint: its project is taken to be the file's.
      return JSON.stringify({ project_id: hint ?? STAND_IN });
    default:
      return STAND_IN;
  }
}

/** Returns a body as plain data; undefined was left out, null takes away. */
export function toPlain(dto: UpdateProviderDto): ProviderFields {
  return JSON.parse(JSON.stringify(dto)) as ProviderFields;
}

/** The fields after a change: what was not sent stays. */
export function applyFields(before: ProviderFields, sent: ProviderFields): ProviderFields {
  return Object.fromEntries(Object.entries({ ...before, ...sent }).filter(([, value]) => value !== null));
}

/** The part that is stored unencrypted. */
export function settingsOf(fields: ProviderFields): JsonObject {
  const isSetting = ([name]: [string, unknown]): boolean => !SECRET_FIELDS.has(name) && !OWN_COLUMNS.has(name);
  return Object.fromEntries(Object.entries(fields).filter(isSetting)) as JsonObject;
}

/** The part that is sealed. */
export function secretsOf(fields: ProviderFields): SecretChanges {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => SECRET_FIELDS.has(name))) as SecretChanges;
}
