import type { components } from '../../api/schema.js';
import { readHeaderLines } from '../../ui/header-lines.js';
import { type ParallelValues, toParallel, UNLIMITED, valuesOfParallel } from '../../ui/parallel-values.js';
import { NO_QUOTA, type QuotaValues, toQuota, valuesOfQuota } from './quota-values.js';

export type Provider = components['schemas']['ProviderView'];
export type ProviderKind = components['schemas']['ProviderKindView'];
export type ProviderSetting = components['schemas']['ProviderSettingView'];
export type ProviderBody = components['schemas']['CreateProviderDto'];

export const TIMEOUTS = ['connect_ms', 'first_byte_ms', 'total_ms', 'idle_ms', 'cold_start_ms'] as const;
export type Timeout = (typeof TIMEOUTS)[number];

/**
 * A form for any kind. Settings are texts by their names: an empty one is not set; of a secret, it means that the stored
 * value stays. `remove` names stored secrets that are to go.
 */
export interface ProviderValues {
  readonly name: string;
  readonly kind: string;
  readonly remove: readonly string[];
  /** A header a line: `name: value`. Empty: the stored ones stay. */
  readonly headers: string;
  readonly timeouts: Readonly<Partial<Record<Timeout, number>>>;
  readonly parallel: ParallelValues;
  readonly quota: QuotaValues;
  readonly [setting: string]: unknown;
}

export const EMPTY_PROVIDER: ProviderValues = {
  name: '',
  kind: '',
  remove: [],
  headers: '',
  timeouts: {},
  parallel: UNLIMITED,
  quota: NO_QUOTA,
};

/** The settings of a stored provider; secrets are empty, because nobody is shown them. */
export function valuesOfProvider(provider: Provider): ProviderValues {
  const { name, kind, base_url, api_version, region, project, location, cold_start, timeouts } = provider;
  const texts = { base_url, api_version, region, project, location, cold_start: cold_start?.toString() };
  const settings = Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, value ?? '']));
  return {
    ...settings,
    name,
    kind,
    remove: [],
    headers: '',
    timeouts: timeouts ?? {},
    parallel: valuesOfParallel(provider),
    quota: valuesOfQuota(provider.quota),
  };
}

export function isStored(provider: Provider | undefined, secret: string): boolean {
  return (provider as Readonly<Record<string, unknown>> | undefined)?.[`has_${secret}`] === true;
}

/** Returns the hints that tell a stored secret from another: its last characters, if the API gives them. */
export function hintsOf(provider: Provider, secret: string): readonly string[] {
  if (secret === 'api_keys') return provider.api_keys_hints;
  const hint = (provider as Readonly<Record<string, unknown>>)[`${secret}_hint`];
  return typeof hint === 'string' ? [hint] : [];
}

/** Returns the body. In a change, an emptied setting is null, and a secret that was left empty is not sent. */
export function toProviderBody(values: ProviderValues, kind: ProviderKind, isNew: boolean): ProviderBody {
  const settings = kind.settings.flatMap((setting) => {
    const value = readSetting(setting, values[setting.name]);
    if (value !== undefined) return [[setting.name, value] as const];
    const isRemoved = setting.secret ? values.remove.includes(setting.name) : !isNew;
    return isRemoved ? [[setting.name, null] as const] : [];
  });
  const headers = readHeaders(values.headers);
  const timeouts = Object.fromEntries(
    Object.entries(values.timeouts).filter(([, ms]) => typeof ms === 'number' && ms > 0),
  );
  const hasTimeouts = Object.keys(timeouts).length > 0;
  const quota = toQuota(values.quota);
  return {
    ...Object.fromEntries(settings),
    name: values.name.trim(),
    ...(isNew && { kind: kind.kind }),
    ...(headers === undefined ? values.remove.includes('headers') && { headers: null } : { headers }),
    ...(hasTimeouts ? { timeouts } : !isNew && { timeouts: null }),
    ...(!isNew && { max_parallel: null, queue: null }),
    ...toParallel(values.parallel),
    ...((quota !== null || !isNew) && { quota }),
  } as ProviderBody;
}

function readSetting({ type }: ProviderSetting, value: unknown): unknown {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') return undefined;
  if (type === 'boolean') return text === 'true';
  if (type === 'list') return readLines(text);
  return text;
}

export function readLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function readHeaders(text: string): Record<string, string> | undefined {
  const lines = readLines(text);
  if (lines.length === 0) return undefined;
  return readHeaderLines(lines);
}

/** The first line that is no header, from 1; undefined if all are. */
export function findBadHeader(text: string): number | undefined {
  const index = text
    .split('\n')
    .findIndex((line) => line.trim() !== '' && !/^[\w!#$%&'*+.^`|~-]+\s*:\s*\S/.test(line.trim()));
  return index === -1 ? undefined : index + 1;
}
