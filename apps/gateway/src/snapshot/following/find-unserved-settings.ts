import type { GatewayConfig } from '@multilane/config';
import { PROVIDER_KINDS } from '@multilane/contracts';
import { getAdapter } from '@multilane/providers';

export interface UnservedSetting {
  /** The key in gateway.yaml. */
  readonly setting: string;
  readonly message: string;
}

/**
 * Finds settings of the configuration that the gateway does not apply. An operator who sets a limit must not believe it holds when it does
 * not, so each is a warning at every start.
 */
export function findUnservedSettings(config: GatewayConfig): UnservedSetting[] {
  const unserved: UnservedSetting[] = [];
  const report = (setting: string, asked: boolean, what: string): void => {
    if (asked) unserved.push({ setting, message: `${setting} is not implemented in this version: ${what}` });
  };
  for (const kind of kindsInUse(config)) {
    report(`provider ${kind}`, getAdapter(kind) === undefined, 'requests for its models are refused.');
  }
  for (const { name, api_keys: keys } of config.teams) {
    for (const key of keys) {
      if (key.key !== '') continue;
      const setting = `teams.${name}.api_keys.${key.name}`;
      unserved.push({
        setting,
        message: `${setting} has an empty key and cannot be used: set its environment variable`,
      });
    }
  }
  return unserved;
}

function kindsInUse(config: GatewayConfig): Set<keyof typeof PROVIDER_KINDS> {
  const kindOf = new Map(config.providers.map(({ name, kind }) => [name, kind]));
  const kinds = new Set(config.providers.map(({ kind }) => kind));
  for (const { provider } of config.models) {
    if (!kindOf.has(provider) && Object.hasOwn(PROVIDER_KINDS, provider))
      kinds.add(provider as keyof typeof PROVIDER_KINDS);
  }
  return kinds;
}
