import { spawnSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { SERVICE_FLAGS } from './run-with-flags.js';

/** Lists V8's flags with their defaults, such as `--heap-growing-percent` and `0`. */
function listDefaults(): ReadonlyMap<string, string> {
  const { stdout } = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  const found = stdout.matchAll(/^ {2}--([\w-]+) .*\n\s+type: \w+ {2}default: (\S+)/gm);
  return new Map([...found].map(([, name = '', value = '']) => [name, value]));
}

it.each(SERVICE_FLAGS)('V8 knows %s, and does not do the same by itself', (flag) => {
  const [name = '', value = 'true'] = flag.slice(2).split('=');
  const isOff = name.startsWith('no-');
  const usual = listDefaults().get(isOff ? name.slice(3) : name);
  expect(usual).toBeDefined();
  expect(usual?.replace(/^--/, '')).not.toBe(isOff ? name : value);
});
