/**
 * Counts the imports between rooms (rooms.cjs), and those that go upward or between folders of `modules/` that import each other. Prints a line
 * for each package and one for each such import, and exits 1 where there is one, or where rooms import more files beside them than rooms.cjs
 * allows. Tests may import upward: they put rooms together. Usage: node scripts/count-upward-arrows.mjs [folder], which must be a git repository.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path/posix';
import { listFiles } from './list-files.mjs';
import { ROOMS } from './rooms.cjs';

const root = process.argv[2] ?? '.';
const files = listFiles(root);

let faults = 0;
for (const [name, { root: folder, rooms, mostLoose }] of Object.entries(ROOMS)) {
  const arrows = listArrows(folder);
  const between = arrows.filter(
    ({ from, to }) => from.room !== to.room && rooms.includes(from.room) && rooms.includes(to.room),
  );
  const upward = between.filter(({ from, to }) => rooms.indexOf(from.room) > rooms.indexOf(to.room));
  const mutual = findMutual(arrows);
  const loose = arrows.filter(({ from, to }) => rooms.includes(from.room) && !rooms.includes(to.room));
  process.stdout.write(
    `${name}: ${between.length} arrows between rooms, ${upward.length} upward, ${mutual.length} mutual, ${loose.length} to files beside them\n`,
  );
  const beside = loose.length > mostLoose ? loose : [];
  for (const { from, to } of [...upward, ...mutual, ...beside])
    process.stdout.write(`  ${from.file} imports ${to.file}\n`);
  faults += upward.length + mutual.length + beside.length;
}
process.exitCode = faults === 0 ? 0 : 1;

/**
 * @typedef {{ readonly file: string, readonly room: string, readonly inner: string | undefined }} Place
 * @typedef {{ readonly from: Place, readonly to: Place }} Arrow
 */

/**
 * Lists imports from one room of a package into another, and from one folder of `modules/` into another.
 *
 * @param {string} folder
 * @returns {Arrow[]}
 */
function listArrows(folder) {
  const sources = files.filter((file) => file.startsWith(`${folder}/`) && /(?<!\.spec)\.tsx?$/.test(file));
  return sources.flatMap((file) => {
    const from = placeOf(folder, file);
    return [...readFileSync(join(root, file), 'utf8').matchAll(/(?:\bfrom |\bimport\()'(\.{1,2}\/[^']+)'/g)]
      .map(([, specifier = '']) => placeOf(folder, join(dirname(file), specifier)))
      .filter((to) => to.room !== from.room || to.inner !== from.inner)
      .map((to) => ({ from, to }));
  });
}

/**
 * @param {string} folder
 * @param {string} file
 * @returns {Place}
 */
function placeOf(folder, file) {
  const [room = '', inner, ...below] = relative(folder, file).split('/');
  return { file, room, inner: room === 'modules' && below.length > 0 ? inner : undefined };
}

/**
 * Finds imports between folders of `modules/` that import each other.
 *
 * @param {Arrow[]} arrows
 */
function findMutual(arrows) {
  const inner = arrows.filter(({ from, to }) => from.inner !== undefined && to.inner !== undefined);
  const pairs = new Set(inner.map(({ from, to }) => `${from.inner} ${to.inner}`));
  return inner.filter(({ from, to }) => pairs.has(`${to.inner} ${from.inner}`));
}
