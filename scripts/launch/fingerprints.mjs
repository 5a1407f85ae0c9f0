import { createHash } from 'node:crypto';

/** @typedef {{ path: string, size: number, modifiedMs: number }} FileFacts `path` is relative to the project, with `/` */

/** Folders below a package that no build reads. */
const NOT_SOURCES = new Set(['node_modules', 'dist', 'coverage', 'fixtures']);

/**
 * Changes when an install would do something else: with the lock file, a manifest, pnpm itself or the platform.
 *
 * @param {Readonly<Record<string, string>>} contents of the files that decide an install, by path
 * @param {readonly string[]} circumstances that decide it beside the files
 */
export function fingerprintInstall(contents, circumstances) {
  const files = Object.keys(contents)
    .sort()
    .map((path) => [path, contents[path]]);
  return hash([circumstances, files]);
}

/**
 * Changes when a build may do something else: with any source file's size or time, and with what is installed.
 * Times replace contents so that a start with nothing to do reads no source.
 *
 * @param {readonly FileFacts[]} sources
 * @param {string} installed the install's fingerprint
 */
export function fingerprintBuild(sources, installed) {
  const facts = sources.map(({ path, size, modifiedMs }) => `${path}:${size}:${modifiedMs}`).sort();
  return hash([installed, facts]);
}

/**
 * True if a build may read the file or enter the folder; tests are not built.
 *
 * @param {string} name without its path
 */
export function isBuildInput(name) {
  return !NOT_SOURCES.has(name) && !name.startsWith('.') && !/\.spec\.tsx?$/.test(name) && !name.endsWith('.md');
}

/**
 * Names the file that the compiler makes of a source file.
 *
 * @param {string} source such as `libs/errors/src/index.ts`
 * @returns {string | undefined} such as `libs/errors/dist/index.js`; undefined when nothing is emitted for it
 */
export function nameCompiledFile(source) {
  const [, folder, module] = /^(.+?)\/src\/(.+)\.tsx?$/.exec(source) ?? [];
  if (module === undefined || module.endsWith('.d')) return undefined;
  return `${folder}/dist/${module}.js`;
}

/** @param {unknown} value */
function hash(value) {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
