#!/usr/bin/env node
/**
 * Makes the files of an image: `node scripts/make-image-tree.mjs <gateway|workspace> <new folder> [pnpm options]`.
 *
 * deploy/Dockerfile does nothing else, so that what is tested without a container engine is what runs in one. Needs a
 * build (`pnpm build`) and pnpm on the path. Packages are those of pnpm-lock.yaml.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SERVICES = ['gateway', 'workspace'];

/** Files that only the build needs, within the folder of the service. */
const OF_BUILD = ['src', 'e2e', 'ledger', 'tsconfig.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'];

/** Types, source maps and sources of packages. Node runs no TypeScript below node_modules. */
const SOURCES = ['**/*.map', '**/*.ts', '**/*.cts', '**/*.mts', '**/*.tsbuildinfo'];

/** Large parts of packages that nothing loads, by package: builds for browsers, other module systems, tests. */
const UNUSED = {
  '@mixmark-io/domino': ['test'],
  '@multilane/*': ['src', 'fixtures', 'tsconfig.json'],
  'gpt-tokenizer': ['cjs', 'src', 'data'],
  officeparser: ['dist/officeparser.browser.*'],
  rxjs: ['src', 'dist/bundles', 'dist/esm', 'dist/esm5'],
  'swagger-ui-dist': ['swagger-ui-es-bundle*'],
  // OCR loads the LSTM engine, from .js and .wasm.
  'tesseract.js-core': ['*.wasm.js', 'tesseract-core{,-simd,-relaxedsimd}.{js,wasm}'],
  'tesseract.js': ['dist', 'tests', 'benchmarks', 'examples'],
  tinyld: ['playground', 'tests-integration', 'logo.png'],
  typeorm: ['browser'],
  zod: ['src'],
};

const [service = '', folder, ...options] = process.argv.slice(2);
if (!SERVICES.includes(service) || folder === undefined)
  fail(`Name a service (${SERVICES.join(' or ')}) and a folder.`);
const target = resolve(folder);
if (existsSync(target)) fail(`${target} exists already.`);
const needed = [`apps/${service}/dist/main.js`, ...(service === 'workspace' ? ['apps/console/dist/index.html'] : [])];
for (const path of needed) if (!existsSync(join(ROOT, path))) fail(`${path} is missing. Build first: pnpm build`);

// Without injected packages pnpm would resolve versions anew, whatever the lockfile says.
const deploy = ['--config.inject-workspace-packages=true', '--filter', `@multilane/${service}`, 'deploy', '--prod'];
const { status, error } = spawnSync('pnpm', [...deploy, ...options, target], { cwd: ROOT, stdio: ['ignore', 2, 2] });
if (status !== 0) fail(`pnpm deploy failed: ${error?.message ?? `status ${status}`}`);

const remove = (/** @type {string} */ path) => rmSync(join(target, path), { recursive: true, force: true });
for (const path of OF_BUILD) remove(path);
const packages = 'node_modules/.pnpm/*/node_modules';
// The embedded database is for `npm start` and for the command line, which the workspace's image has.
const unused = service === 'gateway' ? { ...UNUSED, '@electric-sql': ['*'] } : UNUSED;
for (const [name, parts] of Object.entries(unused)) {
  for (const part of parts) for (const path of globSync(`${packages}/${name}/${part}`, { cwd: target })) remove(path);
}
for (const pattern of SOURCES) {
  for (const path of globSync(pattern, { cwd: join(target, 'dist') })) remove(join('dist', path));
  for (const path of globSync(`node_modules/.pnpm/${pattern}`, { cwd: target })) remove(path);
}

// Anew: it finds other files by their place.
remove('dist/bundle');
const bundled = spawnSync(process.execPath, [join(ROOT, 'scripts/bundle-service.mjs'), target], { stdio: [0, 2, 2] });
if (bundled.status !== 0) fail('the modules of the start could not be bundled');

// The workspace serves the console, which needs none of its packages once it is built.
if (service === 'workspace') cpSync(join(ROOT, 'apps/console/dist'), join(target, 'console'), { recursive: true });
cpSync(join(ROOT, 'LICENSE'), join(target, 'LICENSE'));
const notices = join(target, 'THIRD-PARTY-NOTICES.md');
const written = spawnSync(process.execPath, [join(ROOT, 'scripts/write-third-party-notices.mjs'), '--texts', notices]);
if (written.status !== 0) fail(`the notices could not be written: ${written.stderr}`);
// Mount point of a volume. A folder that an image has gives its owner to the volume.
mkdirSync(join(target, '.multilane/spool'), { recursive: true });
writeFileSync(join(target, '.multilane/spool/.keep'), '');

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  process.stderr.write(`make-image-tree: ${message}\n`);
  process.exit(1);
}
