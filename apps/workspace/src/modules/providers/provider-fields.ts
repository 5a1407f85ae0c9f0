import { PROVIDER_SECRETS } from '@multilane/config';
import type { JsonObject, ProviderSecrets, SecretChanges, WorkspaceProviderRecord } from '@multilane/persistence';
import type { TimeoutsDto } from './dto/timeouts.dto.js';
import type { UpdateProviderDto } from './dto/write-provider.dto.js';

/** A provider's fields, named as in gateway.yaml. */
export type ProviderFields = Readonly<Record<string, unknown>>;

/** The fields that are kept in the open, beside name, kind and address. */
export interface ProviderSettings {
  readonly timeouts?: TimeoutsDto;
  readonly api_version?: string;
  readonly region?: string;
  readonly project?: string;
  readonly location?: string;
  readonly cold_start?: boolean;
}

/** The fields that are sealed; values of headers are as often a credential as not. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set([...PROVIDER_SECRETS, 'headers']);

const OWN_COLUMNS: ReadonlySet<string> = new Set(['name', 'kind', 'base_url']);

/** All that is stored of a provider. */
export function toFields(provider: WorkspaceProviderRecord, secrets: ProviderSecrets): ProviderFields {
  const { name, kind, baseUrl, settings } = provider;
  return { name, kind, ...(baseUrl === null ? {} : { base_url: baseUrl }), ...settings, ...secrets };
}

/** What was sent, as plain data; undefined was left out, null takes away. */
export function toPlain(dto: UpdateProviderDto): ProviderFields {
  return JSON.parse(JSON.stringify(dto)) as ProviderFields;
}

/** The fields after a change: what was not sent stays. */
export function applyFields(before: ProviderFields, sent: ProviderFields): ProviderFields {
  return Object.fromEntries(Object.entries({ ...before, ...sent }).filter(([, value]) => value !== null));
}

/** The part that is kept in the open. */
export function settingsOf(fields: ProviderFields): JsonObject {
  const isSetting = ([name]: [string, unknown]): boolean => !SECRET_FIELDS.has(name) && !OWN_COLUMNS.has(name);
  return Object.fromEntries(Object.entries(fields).filter(isSetting)) as JsonObject;
}

/** The part that is sealed. */
export function secretsOf(fields: ProviderFields): SecretChanges {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => SECRET_FIELDS.has(name))) as SecretChanges;
}
