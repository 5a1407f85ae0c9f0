#!/usr/bin/env node
// Makes the package `multilane` in apps/cli/dist/package: one file, with everything that the command line needs within it.
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const APP = join(ROOT, 'apps/cli');
const PACKAGE = join(APP, 'dist/package');

/** @type {{ version: string }} */
const { version } = JSON.parse(readFileSync(join(APP, 'package.json'), 'utf8'));

rmSync(PACKAGE, { recursive: true, force: true });
mkdirSync(PACKAGE, { recursive: true });
await build({
  entryPoints: [join(APP, 'dist/main.js')],
  outfile: join(PACKAGE, 'multilane.js'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  // An optional binding of pg, which is not used.
  external: ['pg-native'],
  // Modules in the older format call `require`.
  banner: {
    js: "import { createRequire as multilaneRequire } from 'node:module';\nconst require = multilaneRequire(import.meta.url);",
  },
  legalComments: 'linked',
  logLevel: 'warning',
});
chmodSync(join(PACKAGE, 'multilane.js'), 0o755);
copyFileSync(join(ROOT, 'LICENSE'), join(PACKAGE, 'LICENSE'));
copyFileSync(join(APP, 'README.md'), join(PACKAGE, 'README.md'));
writeFileSync(
  join(PACKAGE, 'package.json'),
  `${JSON.stringify(
    {
      name: 'multilane',
      version,
      description: 'The command line of Multilane, an AI gateway.',
      license: 'Apache-2.0',
      type: 'module',
      engines: { node: '>=24.9' },
      bin: { multilane: 'multilane.js' },
      files: ['multilane.js', 'multilane.js.LEGAL.txt'],
    },
    null,
    2,
  )}\n`,
);
