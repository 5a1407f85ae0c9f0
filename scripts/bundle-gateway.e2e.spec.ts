import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const FOLDER = fileURLToPath(new URL('../apps/gateway/dist/bundle', import.meta.url));

/** Loads the bundle, and prints each class that a part of it exports: the name it is exported by, and its own. */
const PROGRAM = `
import { readFileSync } from 'node:fs';
const folder = process.argv[1];
const parts = new Set(['run-gateway.js']);
const classes = [];
for (const part of parts) {
  const text = readFileSync(folder + '/' + part, 'utf8');
  for (const [, next] of text.matchAll(/(?:from|import)[ (]*"\\.\\/([\\w-]+\\.js)"/g)) parts.add(next);
  for (const [exported, value] of Object.entries(await import('${pathToFileURL(FOLDER).href}/' + part)))
    if (typeof value === 'function' && /^class\\b/.test(value)) classes.push([exported, value.name]);
}
console.log(JSON.stringify(classes));
process.exit();
`;

describe('the bundle of the gateway', () => {
  it('keeps the names of classes, which errors and the framework say', () => {
    const parameters = ['--no-warnings', '--input-type=module', '--eval', PROGRAM, FOLDER];
    const { stderr, stdout } = spawnSync(process.execPath, parameters, { encoding: 'utf8', cwd: join(FOLDER, '..') });
    expect(stderr).toBe('');
    const classes = JSON.parse(stdout) as [string, string][];
    expect(classes.map(([exported]) => exported)).toContain('GatewayError');
    // The second of two classes with one name in a part is exported with a number behind it.
    const renamed = classes.filter(([exported, name]) => name !== exported && name !== exported.replace(/\d+$/, ''));
    expect(renamed).toEqual([]);
  });
});
