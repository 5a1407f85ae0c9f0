import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import { parseConfig } from './parse-config.js';
import type { GatewayConfig } from './schema/gateway-config.js';
import { followEdit, listSettings, RELOAD_PATHS, reloadOf, type SettingsAtStart } from './settings-at-start.js';

const SERVICES = ['gateway', 'workspace'] as const;
const settings = listSettings();
const { config: started } = parseConfig('{}');

/** A value that no setting has. */
const EDITED = ['edited'];

function valueAt(config: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], config);
}

/** The settings with another value at one path. */
function edit(path: string): GatewayConfig {
  const config = structuredClone(started) as object;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const parent = keys.reduce<object>((at, key) => Reflect.get(at, key) as object, config);
  Reflect.set(parent, last, EDITED);
  return config as GatewayConfig;
}

describe('the settings of gateway.yaml', () => {
  it('are all declared: followed, waiting for a restart, or not read', () => {
    expect(settings.length).toBeGreaterThan(100);
    const undeclared = settings.filter((path) => SERVICES.some((service) => reloadOf(path, service) === undefined));
    expect(undeclared.map((path) => `${path}: declare in settings-at-start.ts when an edit of it applies`)).toEqual([]);
  });

  it('are what the table names', () => {
    const isKnown = (path: string) => settings.some((each) => each === path || each.startsWith(`${path}.`));
    expect(RELOAD_PATHS.filter((path) => !isKnown(path))).toEqual([]);
  });

  it('are each read by one of the services at least', () => {
    const read = (path: string) => SERVICES.some((service) => reloadOf(path, service) !== 'unread');
    expect(settings.filter((path) => !read(path))).toEqual([]);
  });

  it.each(settings)('%s is in force after an edit, or is named and stays as it was', (path) => {
    const edited = edit(path);
    for (const service of SERVICES) {
      const needsRestart = reloadOf(path, service) === 'restart';
      const { config, needRestart } = followEdit(started, edited, service);
      expect(needRestart).toEqual(needsRestart ? [path] : []);
      expect(valueAt(config, path)).toEqual(needsRestart ? valueAt(started, path) : EDITED);
      // The edit itself is left as it is: the next one is compared with the start again.
      expect(valueAt(edited, path)).toEqual(EDITED);
    }
  });

  it('are named no longer when an edit is taken back', () => {
    expect(followEdit(started, edit('audit.path'), 'gateway').needRestart).toEqual(['audit.path']);
    expect(followEdit(started, started, 'gateway')).toEqual({ config: started, needRestart: [] });
  });

  it('are kept for the life of a process only where they need a restart, which the compiler checks', () => {
    expectTypeOf<SettingsAtStart>().toHaveProperty('audit');
    expectTypeOf<SettingsAtStart>().not.toHaveProperty('network');
    expectTypeOf<SettingsAtStart>().not.toHaveProperty('teams');
    expectTypeOf<SettingsAtStart['server']>().not.toHaveProperty('cors');
    expectTypeOf<keyof SettingsAtStart['async']>().toEqualTypeOf<'enabled' | 'workers' | 'max_request_mb'>();
    expectTypeOf<keyof SettingsAtStart['batches']>().toEqualTypeOf<'enabled' | 'workers'>();
    expectTypeOf<SettingsAtStart<'workspace'>>().not.toHaveProperty('async');
  });
});
