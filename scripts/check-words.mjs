/**
 * Reads the comments and the titles of tests. Each begins with its subject: the share of those that begin with a clause
 * ("Whether …", "When …") stays below the limit, and a term that has a better one is not used. Exits 1 otherwise, and
 * prints each fault with its file and line.
 * Usage: node scripts/check-words.mjs [--list] [folder], which must be a git repository.
 * `--list` prints the faults, and the share by room, also if the share is below the limit.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listFiles } from './list-files.mjs';

/** Share of the comments and titles, in percent, that begins with a clause at most. */
const LIMIT_PERCENT = 3;

/** Terms that have a better one, for comments and titles; code, and what it quotes, keeps its names. */
const TERMS = [
  { term: /\bceilings?\b/gi, use: 'limit' },
  { term: /\be-mails?\b/gi, use: 'email' },
];

/** Terms that are counted and reported, and do not fail yet. */
const REPORTED = [{ term: /\brefus(?:e[sd]?|ing|als?)\b/gi, use: 'reject' }];

/** Source that people write: no recorded text, and nothing that a program makes. */
const READ = /\.(ts|tsx|mjs)$/;
const SKIPPED = /(^|\/)(fixtures|expected)\/|\.d\.ts$|\.wasm\.ts$/;

const COMMENT = /^[ \t]*(?:\{?\/\*+(?!\/)(.*?)\*\/|(\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*))/gms;
const MARKS = /^[ \t]*(?:\*(?!\*)|\/\/+)?[ \t]?/gm;
const DIRECTIVE = /^(?:biome|eslint|ts|v8|c8|istanbul|@)[-:a-z]|^[@#/]/;

/** Title of a test or a group of tests, also after the table of an `each`. */
const TITLE =
  /\b(?:it|test|describe)(?:\.(?!each)\w+(?:\([^()]*\))?)*(?:\.each\b[\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;

const DETERMINERS =
  'a|an|the|no|every|each|it|they|we|all|its|their|both|nothing|somebody|one|two|only|what|who|none|some|another';
const CLAUSE = new RegExp(
  String.raw`^(?:what(?:ever)?|whether|where(?:ver)?|when(?:ever)?|how|which(?:ever)?|who(?:ever)?|whom|whose|why|if|unless|until|while|since|because|although|though|as|of|that (?:${DETERMINERS}))\b(?!['’-])`,
  'i',
);

/** @typedef {{ readonly file: string; readonly line: number; readonly text: string }} Words */

const { values, positionals } = parseArgs({
  options: { list: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const root = positionals[0] ?? '.';

const words = listFiles(root)
  .filter(isRead)
  .flatMap((file) => readWords(file, readFileSync(join(root, file), 'utf8')));
const clauses = words.filter(({ text }) => CLAUSE.test(text));
const share = (100 * clauses.length) / Math.max(1, words.length);
const isAbove = share > LIMIT_PERCENT;

if (isAbove || values.list) for (const clause of clauses) print(clause, clause.text);
if (values.list) printRooms();
process.stdout.write(
  `${clauses.length} of ${words.length} comments and titles (${share.toFixed(2)} %) begin with a clause, ${LIMIT_PERCENT} % are allowed\n`,
);
if (isAbove) process.exitCode = 1;

for (const { term, use } of TERMS) {
  for (const { words, found } of findTerm(term)) {
    print(words, `"${found}": use "${use}"`);
    process.exitCode = 1;
  }
}
for (const { term, use } of REPORTED) {
  process.stdout.write(`${findTerm(term).length} uses of ${term.source}: "${use}" is better\n`);
}

/**
 * The comments and titles of a file. Neighbouring lines of `//` are one comment.
 * @param {string} file
 * @param {string} source
 * @returns {Words[]}
 */
function readWords(file, source) {
  const found = Array.from(source.matchAll(COMMENT), ({ index, 0: whole, 1: block, 2: lines }) => ({
    index: index + whole.search(/\S/),
    text: (block ?? lines ?? '').replace(MARKS, ''),
  }));
  if (/\.spec\.tsx?$|\.matrix\.ts$/.test(file)) {
    for (const { index, 2: title = '' } of source.matchAll(TITLE)) found.push({ index, text: title });
  }
  return found
    .map(({ index, text }) => ({ index, text: text.replace(/\s+/g, ' ').trim() }))
    .filter(({ text }) => /^[\p{L}'"`{]/u.test(text) && !DIRECTIVE.test(text))
    .map(({ index, text }) => ({ file, line: source.slice(0, index).split('\n').length, text }));
}

/**
 * The uses of a term in comments and titles, outside of `code`, citations and names of parameters.
 * @param {RegExp} term
 * @returns {{ readonly words: Words; readonly found: string }[]}
 */
function findTerm(term) {
  return words.flatMap((words) =>
    Array.from(words.text.replace(/`[^`]*`|\bdocs\/\S+|@param \S+/g, '').matchAll(term), ([found]) => ({
      words,
      found,
    })),
  );
}

function printRooms() {
  /** @type {Map<string, { all: number; clauses: number }>} */
  const rooms = new Map();
  for (const word of words) {
    const room = word.file
      .split('/')
      .slice(0, /^(apps|libs)\//.test(word.file) ? 2 : 1)
      .join('/');
    const count = rooms.get(room) ?? { all: 0, clauses: 0 };
    count.all += 1;
    if (CLAUSE.test(word.text)) count.clauses += 1;
    rooms.set(room, count);
  }
  for (const [room, { all, clauses: begin }] of rooms) {
    process.stdout.write(`${room}: ${begin} of ${all} (${((100 * begin) / all).toFixed(1)} %)\n`);
  }
}

/**
 * @param {Words} words
 * @param {string} fault
 */
function print({ file, line }, fault) {
  process.stderr.write(`${file}:${line}: ${fault.length > 120 ? `${fault.slice(0, 119)}…` : fault}\n`);
}

/** @param {string} file */
function isRead(file) {
  return READ.test(file) && !SKIPPED.test(file) && !/(^|\/)check-words\.integration\.spec\.ts$/.test(file);
}
