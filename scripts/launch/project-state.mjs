import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintBuild, fingerprintInstall, isBuildInput, nameCompiledFile } from './fingerprints.mjs';
import { PINNED } from './versions.mjs';

/** Files in which each kind of work records the fingerprint of its last run; gone with node_modules. */
const RECORDS = { install: 'node_modules/.multilane-install', build: 'node_modules/.multilane-build' };

/**
 * The fingerprints of the project as it lies on the disk.
 *
 * @param {string} root
 */
export function readFingerprints(root) {
  const packages = listPackages(root);
  const install = fingerprintInstall(readInstallInputs(root, packages), [PINNED.pnpm, process.platform, process.arch]);
  const sources = packages.flatMap((folder) => listBuildInputs(root, folder));
  const shared = ['tsconfig.json', 'tsconfig.base.json', 'package.json'].map((path) => readFacts(root, path));
  return { install, build: fingerprintBuild([...shared, ...sources], install) };
}

/**
 * @param {string} root
 * @param {keyof typeof RECORDS} work
 * @param {string} fingerprint
 */
export function isUpToDate(root, work, fingerprint) {
  const record = join(root, RECORDS[work]);
  return existsSync(record) && readFileSync(record, 'utf8') === fingerprint;
}

/**
 * @param {string} root
 * @param {keyof typeof RECORDS} work
 * @param {string} fingerprint
 */
export function recordDone(root, work, fingerprint) {
  writeFileSync(join(root, RECORDS[work]), fingerprint);
}

/**
 * Called before the work begins, so that work which is cut off counts as not done.
 *
 * @param {string} root
 * @param {keyof typeof RECORDS} work
 */
export function forgetDone(root, work) {
  rmSync(join(root, RECORDS[work]), { force: true });
}

/**
 * The compiled packages in which a file is missing. The compiler trusts its own record of what it wrote.
 *
 * @param {string} root
 * @returns {string[]} such as `libs/errors`
 */
export function findIncompleteOutputs(root) {
  return listCompiledPackages(root).filter((folder) =>
    listBuildInputs(root, folder).some(({ path }) => {
      const compiled = nameCompiledFile(path);
      return compiled !== undefined && !existsSync(join(root, compiled));
    }),
  );
}

/**
 * Makes the compiler write the whole package again.
 *
 * @param {string} root
 * @param {string} folder
 */
export function forgetOutputs(root, folder) {
  rmSync(join(root, folder, 'dist'), { recursive: true, force: true });
}

/**
 * @param {string} root
 * @returns {string[]} the folders of pnpm-workspace.yaml that hold a package
 */
function listPackages(root) {
  const [, patterns = ''] = /^packages:\n((?: *- .+\n)+)/m.exec(read(root, 'pnpm-workspace.yaml')) ?? [];
  const folders = patterns.split('\n').flatMap((line) => {
    const pattern = line.replace(/^ *- *['"]?|['"]$/g, '');
    if (!pattern.endsWith('/*')) return [pattern];
    const parent = pattern.slice(0, -2);
    return existsSync(join(root, parent)) ? readdirSync(join(root, parent)).map((name) => `${parent}/${name}`) : [];
  });
  return folders.filter((folder) => folder !== '' && existsSync(join(root, folder, 'package.json')));
}

/**
 * @param {string} root
 * @returns {string[]} the packages that `tsc -b` compiles
 */
function listCompiledPackages(root) {
  /** @type {{ references: { path: string }[] }} */
  const { references } = JSON.parse(read(root, 'tsconfig.json'));
  return references.map(({ path }) => path);
}

/**
 * @param {string} root
 * @param {readonly string[]} packages
 */
function readInstallInputs(root, packages) {
  const manifests = packages.map((folder) => `${folder}/package.json`);
  const paths = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...manifests];
  return Object.fromEntries(paths.map((path) => [path, read(root, path)]));
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {import('./fingerprints.mjs').FileFacts[]}
 */
function listBuildInputs(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!isBuildInput(entry.name)) return [];
    if (entry.isDirectory()) return listBuildInputs(root, path);
    return entry.isFile() ? [readFacts(root, path)] : [];
  });
}

/**
 * @param {string} root
 * @param {string} path
 */
function readFacts(root, path) {
  const { size, mtimeMs } = statSync(join(root, path));
  return { path, size, modifiedMs: mtimeMs };
}

/**
 * @param {string} root
 * @param {string} path
 */
function read(root, path) {
  return readFileSync(join(root, path), 'utf8');
}
