/**
 * Counts what is too large for one person to hold: functions of the console over 80 lines, and folders of apps and libraries with over 30 files
 * beside each other. Prints both numbers, and each such function and folder with `--list`; exits 1 where there are more than the limits below,
 * which only ever fall. Usage: node scripts/check-sizes.mjs [--list] [folder [functions folders]]: a folder that must be a git repository, and
 * other limits.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import { parseSync } from '@swc/core';
import { listFiles } from './list-files.mjs';

const MOST_LINES = 80;
const MOST_FILES = 30;

/** Functions and folders that are still too large. A change lowers them, and never raises them. */
const LEFT = { functions: 0, folders: 4 };

const isListed = process.argv.includes('--list');
const [root = '.', mostFunctions = LEFT.functions, mostFolders = LEFT.folders] = process.argv
  .slice(2)
  .filter((argument) => argument !== '--list');
const files = listFiles(root);

/** Tests, texts that are translated, and types that are generated are no code that is read from top to bottom. */
const sources = files.filter(
  (file) => /^apps\/console\/src\/.*\.tsx?$/.test(file) && !/\.spec\.tsx?$|\.d\.ts$/.test(file),
);
const functions = sources.flatMap((file) =>
  findFunctions(readFileSync(join(root, file), 'utf8'), file.endsWith('x')).map(
    ({ line, lines, name }) => `${lines} lines: ${file}:${line} ${name}`,
  ),
);

/** @type {Map<string, number>} */
const counts = new Map();
for (const file of files.filter((each) => /^(apps|libs)\//.test(each))) {
  counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
}
const folders = [...counts]
  .filter(([, count]) => count > MOST_FILES)
  .map(([folder, count]) => `${count} files: ${folder}`);

report(`functions of the console over ${MOST_LINES} lines`, functions, Number(mostFunctions));
report(`folders with over ${MOST_FILES} files`, folders, Number(mostFolders));

/**
 * @param {string} what
 * @param {readonly string[]} found
 * @param {number} most
 */
function report(what, found, most) {
  process.stdout.write(`${what}: ${found.length} of ${most}\n`);
  const isOver = found.length > most;
  if (isOver) process.exitCode = 1;
  if (isOver || isListed) for (const line of found.toSorted()) process.stdout.write(`  ${line}\n`);
}

/**
 * True for a function with a body, be it of a class.
 *
 * @param {any} node
 */
function isFunction(node) {
  return /Function|Method|Constructor/.test(node.type ?? '') && Boolean((node.function ?? node).body);
}

/**
 * Finds the functions of a text that have too many lines, those within them included.
 *
 * @param {string} text
 * @param {boolean} tsx
 * @returns {{ line: number, lines: number, name: string }[]}
 */
function findFunctions(text, tsx) {
  // The module's span ends with its last statement: with this one, at the end of the text.
  const bytes = Buffer.from(`${text}\n0;`);
  const module = parseSync(bytes.toString(), { syntax: 'typescript', tsx, target: 'es2022' });
  // Positions are bytes that count on over all that is parsed.
  const base = module.span.end - bytes.length;
  /** @type {{ line: number, lines: number, name: string }[]} */
  const found = [];
  visit(module, '');
  return found;

  /**
   * @param {any} node
   * @param {string} name the name that a function without one is assigned to
   */
  function visit(node, name) {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const each of node) visit(each, name);
      return;
    }
    const own = node.identifier?.value ?? node.id?.value ?? node.key?.value ?? name;
    if (isFunction(node)) {
      const line = lineAt(node.span.start);
      const lines = lineAt(node.span.end) - line + 1;
      if (lines > MOST_LINES) found.push({ line, lines, name: own });
    }
    for (const [member, value] of Object.entries(node)) if (member !== 'span') visit(value, own);
  }

  /** @param {number} position */
  function lineAt(position) {
    let line = 1;
    for (let at = bytes.indexOf(10); at !== -1 && at < position - base; at = bytes.indexOf(10, at + 1)) line += 1;
    return line;
  }
}
