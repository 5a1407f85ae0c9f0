/**
 * Finds files and folders of the repository that a page names in `code` and that do not exist. A name is a path from the root, from
 * the folder of the page, or the end of one (`stages/answer.stages.ts`); `*`, `{a,b}`, `<kind>` and `…` stand for any text. Decisions that
 * are replaced may name what is gone; recipes also name files that the reader creates, and have a test of their own.
 * Prints each fault with its file and line, and exits 1 if there is one.
 * Usage: node scripts/check-named-files.mjs [folder], which must be a git repository.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { listFiles } from './list-files.mjs';
import { readDecisions } from './read-decisions.mjs';

const root = process.argv[2] ?? '.';
const DECISIONS = 'docs/decisions';

/** Pages of the past, recorded text, and pages that name files which the reader creates. */
const SKIPPED = /(^|\/)(fixtures|expected)\/|^CHANGELOG\.md$|^THIRD-PARTY-NOTICES\.md$|^docs\/recipes\//;

const CODE = /`([^`\n]+)`/g;
const PART = String.raw`[\w.@*{},<>…-]+`;
const NAME = new RegExp(
  String.raw`(?<![\w./@~$:-])(?:(?:apps|libs|bench|deploy|docs|scripts)\/(?:${PART}\/?)+|(?:${PART}\/)*${PART}\.(?:ts|tsx|mjs|mts|cjs|grit))(?![\w/])`,
  'g',
);

/** Results of a build and installed packages. */
const MADE = /(^|\/)(dist|node_modules|coverage)(\/|$)/;

const tracked = listFiles(root);
const paths = new Set(tracked.flatMap((file) => withFolders(file)));
const all = `\n${[...paths].join('\n')}\n`;
const replaced = new Set(readReplaced().map((file) => `${DECISIONS}/${file}`));
let named = 0;
let faults = 0;

for (const page of tracked.filter((file) => file.endsWith('.md') && !SKIPPED.test(file) && !replaced.has(file))) {
  const text = readFileSync(join(root, page), 'utf8');
  // Blocks of code keep their lines, so that the numbers of the others stay.
  const prose = text.replace(/^( *)```[\s\S]*?^\1```/gm, (block) => block.replace(/[^\n]/g, ' '));
  for (const code of prose.matchAll(CODE)) {
    for (const [match] of (code[1] ?? '').matchAll(NAME)) checkName(page, prose.slice(0, code.index), match);
  }
}
process.stdout.write(`${named} files named by pages, ${faults} faults\n`);
if (faults > 0) process.exitCode = 1;

/**
 * @param {string} page
 * @param {string} before text before the name
 * @param {string} match
 */
function checkName(page, before, match) {
  const name = match.replace(/[.,]+$/, '').replace(/\/$/, '');
  if (MADE.test(name)) return;
  named += 1;
  if (exists(name) || exists(normalize(join(dirname(page), name))) || isIgnored(name)) return;
  faults += 1;
  process.stderr.write(`${page}:${before.split('\n').length}: no file of the repository is named ${name}\n`);
}

/** @param {string} name path, or the end of one; a suffix such as `.spec.ts` is the end of a name */
function exists(name) {
  if (paths.has(name)) return true;
  const before = name.startsWith('.') ? String.raw`[^\n]*` : String.raw`(?:[^\n]+\/)?`;
  return new RegExp(String.raw`\n${before}${toPattern(name)}\n`).test(all);
}

/** @param {string} name path from the root; git ignores results of programs */
function isIgnored(name) {
  return spawnSync('git', ['check-ignore', '--quiet', '--', name], { cwd: root }).status === 0;
}

/** @param {string} name */
function toPattern(name) {
  return name.replace(/\*\*|\*|…|<[^>]*>|\{[^}]*\}|[.+?^$()|[\]\\{}]/g, (part) => {
    if (part === '**' || part === '…') return String.raw`[^\n]*`;
    if (part === '*' || part.startsWith('<')) return String.raw`[^\n/]*`;
    if (!part.startsWith('{') || part.length === 1) return `\\${part}`;
    const alternatives = part.slice(1, -1).split(',');
    return `(?:${alternatives.map((each) => each.trim().replaceAll('.', String.raw`\.`)).join('|')})`;
  });
}

/** @param {string} file */
function withFolders(file) {
  const found = [file];
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) found.push(folder);
  return found;
}

/** Lists the decisions of which no part is in force. */
function readReplaced() {
  const folder = join(root, DECISIONS);
  if (!existsSync(folder)) return [];
  return readDecisions(folder).flatMap(({ file, isReplaced }) => (isReplaced ? [basename(file)] : []));
}
