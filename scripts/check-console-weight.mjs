/**
 * Limits of a browser's downloads: at most 250 kB for the first page of the console and 60 kB more for each other page, compressed. Reads
 * Vite's manifest; needs a build.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const DIST = fileURLToPath(new URL('../apps/console/dist/', import.meta.url));
const FIRST_LOAD_KB = 250;
const ROUTE_KB = 60;
const FRAME = ['src/app/shell.tsx', 'src/app/notifications.tsx'];

/** @typedef {{ file: string, src?: string, isEntry?: boolean, imports?: string[], dynamicImports?: string[], css?: string[] }} Chunk */

/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'));
const names = Object.keys(manifest);
const entry = names.find((name) => manifest[name]?.isEntry);
if (entry === undefined) throw new Error('The manifest names no entry.');

/** The texts of the shell, which every first load reads: one language. */
const first = filesOf([entry, 'src/app/first-texts/en.ts']);
/** The frame around every page loads these files once it is drawn, so no page loads them again. */
const frame = filesOf(names.filter((name) => FRAME.includes(name)));
const problems = [];
const firstKb = weigh(first);
process.stdout.write(`first load: ${firstKb.toFixed(1)} kB of ${FIRST_LOAD_KB}\n`);
process.stdout.write(`the frame, later: ${weigh(without(frame, first)).toFixed(1)} kB\n`);
if (firstKb > FIRST_LOAD_KB) problems.push(`the first load is ${firstKb.toFixed(1)} kB: at most ${FIRST_LOAD_KB}`);
for (const name of names.filter((candidate) => /^src\/features\/[^/]+\/[\w-]+-page\.tsx$/.test(candidate))) {
  const kb = weigh(without(without(filesOf([name]), first), frame));
  process.stdout.write(`${name}: ${kb.toFixed(1)} kB of ${ROUTE_KB}\n`);
  if (kb > ROUTE_KB) problems.push(`${name} is ${kb.toFixed(1)} kB: at most ${ROUTE_KB}; load its heavy parts late`);
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

/**
 * Returns the files that the browser needs before these modules run: themselves, their imports, and the styles.
 *
 * @param {readonly string[]} roots
 * @returns {Set<string>}
 */
function filesOf(roots) {
  const seen = new Set();
  const files = new Set();
  const waiting = [...roots];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = manifest[name];
    if (chunk === undefined || seen.has(name)) continue;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    waiting.push(...(chunk.imports ?? []));
  }
  return files;
}

/**
 * @param {ReadonlySet<string>} files
 * @param {ReadonlySet<string>} loaded
 */
function without(files, loaded) {
  return new Set([...files].filter((file) => !loaded.has(file)));
}

/** @param {ReadonlySet<string>} files */
function weigh(files) {
  let bytes = 0;
  for (const file of files) bytes += gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length;
  return bytes / 1000;
}
