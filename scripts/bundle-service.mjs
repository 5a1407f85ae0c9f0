#!/usr/bin/env node
/**
 * Puts the modules that a service loads at its start into few files, `dist/bundle`, unless they are there and nothing was built since:
 * `node scripts/bundle-service.mjs <folder of the gateway or the workspace>`.
 *
 * More than half of a start was the search for files, 2,300 of the gateway (docs/performance.md#start). The build stays where it is:
 * threads and other processes come from there. It is made in place, in the project as in the tree of an image, because it finds files by
 * their place.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { findBundle } from '../libs/process/dist/index.js';

const require = createRequire(import.meta.url);
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const service = resolve(process.argv[2] ?? '');
const folder = join(service, 'dist/bundle');
const SOURCE = basename(service) === 'gateway' ? 'run-gateway.js' : 'app/run-workspace.js';
const ENTRY = basename(SOURCE);

/** The project's own packages, and those of others that every start loads. Packages that only some services load stay outside. */
const BUNDLED =
  /^(@fastify|@multilane|@nestjs|@opentelemetry\/api|ajv|ajv-formats|avvio|chardet|fast-json-stringify|fastify|find-my-way|light-my-request|prom-client|re2js|reflect-metadata|rxjs|semver|yaml|zod)(\/|$)/;
/** Packages that find files of theirs by their own place. */
const STAYS = /^(pino|thread-stream|sonic-boom|undici)(\/|$)/;

/** @param {string} file */
const isOfProject = (file) => !file.includes(`${sep}node_modules${sep}`) || file.includes(`${sep}@multilane${sep}`);

/** @type {import('esbuild').Plugin} */
const inPlace = {
  name: 'in place',
  setup({ onLoad, onResolve, resolve: find }) {
    onResolve({ filter: /^[^./]/ }, async ({ importer, kind, path, pluginData, resolveDir }) => {
      if (pluginData === inPlace || path.startsWith('node:')) return undefined;
      const found = await find(path, { importer, kind, resolveDir, pluginData: inPlace });
      // Packages that are not installed are not loaded: Nest asks for packages that a service may have.
      if (found.errors.length > 0) return { path, external: true };
      // Dependencies of a bundled package are bundled with it.
      const isBundled = (BUNDLED.test(path) || !isOfProject(importer)) && !STAYS.test(path);
      return found.external || isBundled ? found : { path: placeOf(found.path), external: true };
    });
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      if (!isOfProject(path)) return undefined;
      const place = `new URL(${JSON.stringify(placeOf(path))}, import.meta.url).href`;
      const text = readFileSync(path, 'utf8');
      // It would be that of the bundle, from where packages are not found.
      const other = /import\.meta\.(?!url\b)\w+/.exec(text);
      if (other) throw new Error(`${path} has ${other[0]}: only import.meta.url is the same in a bundle`);
      return { contents: text.replaceAll('import.meta.url', place), resolveDir: dirname(path) };
    });
  },
};

/** @param {string} file */
const placeOf = (file) => relative(folder, file).replaceAll(sep, '/');

if (!isCurrent()) {
  const { outputFiles } = await build({
    write: false,
    entryPoints: [join(service, 'dist', SOURCE)],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Decorators need it. Modules that are shared with a part that is loaded later come before the first module of the entry, which imports
    // them, too.
    inject: [require.resolve('reflect-metadata', { paths: [service] })],
    // Errors, metrics and the framework say the names of classes.
    keepNames: true,
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
    },
    plugins: [inPlace],
    logLevel: 'error',
  });
  write(nameClassesAlone(outputFiles));
}

/**
 * With `keepNames`, esbuild defines the name of each function anew where it is made. A request makes dozens: each would become an object
 * with a table of its own. Only classes need that, because their names are said; the others have the names that the engine gives them.
 *
 * @param {import('esbuild').OutputFile[]} files
 */
function nameClassesAlone(files) {
  const helper = 'var __name = (target, value) => __defProp(target, "name", { value, configurable: true });';
  if (files.filter(({ text }) => text.includes(helper)).length !== 1)
    throw new Error('esbuild names functions otherwise');
  return files.map(({ path, text }) => ({
    path,
    contents: text
      .replace(helper, 'var __name = (target) => target;')
      .replaceAll(
        /\b__name\(this, ("[^"]*")\)/g,
        'Object.defineProperty(this, "name", { value: $1, configurable: true })',
      ),
  }));
}

/**
 * The entry comes last, at once: without it there is no bundle, and with it there is all of it. The bundle before stays for a week, because
 * a service that runs loads parts of it when it first needs them.
 *
 * @param {{ readonly path: string, readonly contents: string }[]} files
 */
function write(files) {
  mkdirSync(folder, { recursive: true });
  const made = new Set(files.map(({ path }) => basename(path)));
  /** @param {{ readonly path: string }} file */
  const isEntry = ({ path }) => basename(path) === ENTRY;
  for (const { path, contents } of files.toSorted((one, other) => Number(isEntry(one)) - Number(isEntry(other)))) {
    writeFileSync(`${path}.new`, contents);
    renameSync(`${path}.new`, path);
  }
  const aWeekAgo = Date.now() - 7 * 24 * 60 * 60_000;
  for (const name of readdirSync(folder).filter((each) => !made.has(each))) {
    if (statSync(join(folder, name)).mtimeMs < aWeekAgo) rmSync(join(folder, name));
  }
}

/** Packages or this script may have changed, too. */
function isCurrent() {
  const found = findBundle(pathToFileURL(join(service, 'dist/main.js')).href, ENTRY);
  if (found === undefined) return false;
  const madeAt = statSync(fileURLToPath(found)).mtimeMs;
  return [join(ROOT, 'pnpm-lock.yaml'), fileURLToPath(import.meta.url)].every(
    (file) => statSync(file).mtimeMs < madeAt,
  );
}
