import { z } from 'zod';
import { fieldsOf, isMapping, unwrapSchema } from './file/walk-schema.js';
import type { GatewayConfig } from './schema/gateway-config.js';
import { gatewayConfigSchema } from './schema/gateway-config.js';

/**
 * Way in which a service takes an edit: at once, with its next start, or not at all, because it does not read the
 * setting.
 */
export type Reload = 'followed' | 'restart' | 'unread';

export type ServiceName = 'gateway' | 'workspace';

/**
 * Way in which each service takes an edit of each setting. A path stands for everything below it, unless a longer one
 * is here as well. This table is the only place that says so: by it an edit is applied, the log and /version name what
 * waits for a restart, and docs/configuration.md is generated. Code of the services gets what needs a restart as
 * `SettingsAtStart`, which has nothing else.
 */
const RELOADS = {
  server: ['restart', 'restart'],
  'server.cors': ['followed', 'unread'],
  'server.upload_limit_mb': ['restart', 'restart'],
  'server.workers': ['restart', 'unread'],
  'server.warm_up_requests': ['restart', 'unread'],
  network: ['followed', 'followed'],
  database: ['restart', 'restart'],
  redis: ['restart', 'restart'],
  encryption: ['restart', 'restart'],
  organization: ['followed', 'followed'],
  'organization.scim': ['unread', 'restart'],
  organization_limits: ['unread', 'restart'],
  models: ['followed', 'followed'],
  model_facts: ['followed', 'followed'],
  providers: ['followed', 'followed'],
  virtual_models: ['followed', 'followed'],
  routing_configs: ['followed', 'followed'],
  prompts: ['followed', 'unread'],
  teams: ['followed', 'followed'],
  rate_limits: ['followed', 'unread'],
  'rate_limits.share_between_workers': ['restart', 'unread'],
  budgets: ['followed', 'unread'],
  tag_policies: ['followed', 'unread'],
  compatibility: ['followed', 'unread'],
  cache: ['followed', 'followed'],
  'cache.backend': ['restart', 'restart'],
  'cache.max_entries': ['restart', 'unread'],
  'cache.max_memory_mb': ['restart', 'unread'],
  guardrails: ['followed', 'followed'],
  pii: ['followed', 'followed'],
  'auth.oidc': ['followed', 'followed'],
  'auth.console': ['unread', 'restart'],
  'auth.console.enabled': ['followed', 'restart'],
  'auth.console.sso': ['unread', 'followed'],
  'auth.console.session_idle_minutes': ['followed', 'restart'],
  realtime: ['restart', 'unread'],
  media: ['restart', 'unread'],
  alerts: ['followed', 'followed'],
  async: ['followed', 'unread'],
  'async.enabled': ['restart', 'unread'],
  'async.workers': ['restart', 'unread'],
  'async.max_request_mb': ['restart', 'unread'],
  'async.webhook_url': ['followed', 'followed'],
  'async.webhook_signing_secret': ['followed', 'followed'],
  batches: ['followed', 'unread'],
  'batches.enabled': ['restart', 'unread'],
  'batches.workers': ['restart', 'unread'],
  files: ['followed', 'unread'],
  knowledge: ['restart', 'restart'],
  mcp: ['followed', 'followed'],
  audit: ['restart', 'restart'],
  exports: ['followed', 'unread'],
  telemetry: ['restart', 'restart'],
} as const satisfies Readonly<Record<string, readonly [gateway: Reload, workspace: Reload]>>;

type Path = keyof typeof RELOADS;

/** The paths that a service reads at its start alone. */
type PathAtStart<Service extends ServiceName> = {
  [Each in Path]: (typeof RELOADS)[Each][Service extends 'gateway' ? 0 : 1] extends 'restart' ? Each : never;
}[Path];

/** The paths below another one that are taken otherwise. */
type PathNotAtStart<Service extends ServiceName> = Exclude<Path, PathAtStart<Service>>;

type Fields<Section extends string, Paths extends string> = Paths extends `${Section}.${infer Key}` ? Key : never;

/** gateway.yaml with the settings alone that a service reads at its start. Everything else of it changes while the service runs. */
export type SettingsAtStart<Service extends ServiceName = 'gateway'> = {
  readonly [Section in keyof GatewayConfig as Section extends PathAtStart<Service>
    ? Section
    : [Fields<Section, PathAtStart<Service>>] extends [never]
      ? never
      : Section]: Section extends PathAtStart<Service>
    ? Omit<GatewayConfig[Section], Fields<Section, PathNotAtStart<Service>>>
    : Pick<GatewayConfig[Section], Fields<Section, PathAtStart<Service>> & keyof GatewayConfig[Section]>;
};

/**
 * Finds the way in which a service takes an edit of the setting at a path of keys, such as `server.cors.origins`.
 * Undefined: the table does not say.
 */
export function reloadOf(path: string, service: ServiceName): Reload | undefined {
  const index = service === 'gateway' ? 0 : 1;
  for (let known = path; known !== ''; known = known.slice(0, Math.max(0, known.lastIndexOf('.')))) {
    if (Object.hasOwn(RELOADS, known)) return RELOADS[known as Path][index];
  }
  return undefined;
}

/** The paths of the table, for its test. */
export const RELOAD_PATHS: readonly string[] = Object.keys(RELOADS);

/**
 * The paths of all settings: of mappings their members, of lists the list itself.
 *
 * @param schema of the mapping at `path`
 */
export function listSettings(schema: z.core.$ZodType = gatewayConfigSchema, path = ''): string[] {
  const type = unwrapSchema(schema);
  const fields = type instanceof z.ZodObject ? fieldsOf(type) : undefined;
  if (fields === undefined) return [path];
  return Object.entries(fields).flatMap(([key, field]) => listSettings(field, path === '' ? key : `${path}.${key}`));
}

const SETTINGS = listSettings();

export interface EditedSettings {
  /**
   * Configuration in force from now on: the edited settings, but those of the start for settings that need a restart.
   */
  readonly config: GatewayConfig;
  /** The paths of edited settings that wait for a restart. */
  readonly needRestart: readonly string[];
}

/**
 * Finds the changes of an edit while a service runs.
 *
 * @param started what the service has read at its start
 * @param edited the file as it is now
 */
export function followEdit(started: GatewayConfig, edited: GatewayConfig, service: ServiceName): EditedSettings {
  let config = edited;
  const needRestart: string[] = [];
  for (const path of SETTINGS) {
    if (reloadOf(path, service) !== 'restart') continue;
    const before = valueAt(started, path);
    if (JSON.stringify(before) === JSON.stringify(valueAt(edited, path))) continue;
    config = withValue(config, path.split('.'), before) as GatewayConfig;
    needRestart.push(path);
  }
  return { config, needRestart };
}

function valueAt(config: GatewayConfig, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isMapping(value) ? value[key] : undefined), config);
}

/** A copy with another value at the end of the keys. */
function withValue(mapping: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const before = isMapping(mapping) ? mapping : {};
  return { ...before, [key]: withValue(before[key], rest, value) };
}
