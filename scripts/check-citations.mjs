/**
 * Resolves what comments, tests and pages cite: `docs/contract/<page>.md#<heading>` names a heading that is there, a link
 * between pages of documentation leads to a page and a heading, and nothing cites a document that is not in the
 * repository. Prints each fault with its file and line, and exits 1 where there is one.
 * Usage: node scripts/check-citations.mjs [folder], which must be a git repository.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { listFiles } from './list-files.mjs';

const root = process.argv[2] ?? '.';

/** Source, pages and settings: what people write and read. */
const READ = /\.(ts|mts|mjs|cjs|md|ya?ml|example|grit)$/;

/** Recorded and generated text, which cites nothing. */
const SKIPPED = /(^|\/)(fixtures|expected)\//;

/** Beginning of a comment's line, so that a citation may be wrapped. */
const WRAP = String.raw`(?:\s|\n\s*(?:\*|//|#)?\s*)+`;
const CITATION = /docs\/contract\/[\w./#-]*[\w#]/g;
const OUTSIDE = new RegExp(
  String.raw`\b(?:specification|decisions?)['’]?s?,?${WRAP}(?:document,?${WRAP})?sections?${WRAP}\d|\bservice-spec\.md|\bdecisions\.md`,
  'gi',
);
const LINK = /\]\(([^()\s]+)\)/g;
const HEADING = /^#{1,6} (.+)$/gm;

/** @type {Map<string, ReadonlySet<string> | undefined>} */
const headings = new Map();
let cited = 0;
let faults = 0;

for (const file of listFiles(root).filter(isRead)) {
  const text = readFileSync(join(root, file), 'utf8');
  for (const match of text.matchAll(CITATION)) {
    cited += 1;
    const [page = '', anchor] = match[0].split('#');
    if (anchor === undefined && !page.endsWith('.md')) continue;
    if (!resolves(page, anchor)) report(file, text, match.index, `${match[0]} is not there`);
  }
  for (const match of text.matchAll(OUTSIDE)) {
    report(
      file,
      text,
      match.index,
      'cites a document that is not in the repository: cite docs/contract/<page>.md#<heading>',
    );
  }
  if (file.endsWith('.md')) checkLinks(file, text);
}
process.stdout.write(`${cited} citations of docs/contract, ${faults} faults\n`);
if (faults > 0) process.exitCode = 1;

/**
 * Links of a page to other pages, or to headings of its own. Addresses and code are not checked.
 * @param {string} file
 * @param {string} text
 */
function checkLinks(file, text) {
  const prose = text.replace(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replace(/[^\n]/g, ' '));
  for (const match of prose.matchAll(LINK)) {
    const target = match[1] ?? '';
    if (/^[a-z]+:/.test(target)) continue;
    const [path = '', anchor] = target.split('#');
    const page = path === '' ? file : normalize(join(dirname(file), path));
    if (!resolves(page, anchor)) report(file, text, match.index, `the link to ${target} leads nowhere`);
  }
}

/**
 * @param {string} page
 * @param {string | undefined} anchor
 */
function resolves(page, anchor) {
  if (!page.endsWith('.md') || anchor === undefined) return existsSync(join(root, page));
  return headingsOf(page)?.has(anchor) ?? false;
}

/**
 * The anchors of a page, as GitHub makes them from its headings; undefined where there is no such page.
 * @param {string} page
 */
function headingsOf(page) {
  if (!headings.has(page)) headings.set(page, readHeadings(page));
  return headings.get(page);
}

/** @param {string} page */
function readHeadings(page) {
  const path = join(root, page);
  if (!existsSync(path)) return undefined;
  const prose = readFileSync(path, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  return new Set(Array.from(prose.matchAll(HEADING), ([, title = '']) => toAnchor(title)));
}

/** @param {string} title */
function toAnchor(title) {
  return title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/**
 * @param {string} file
 * @param {string} text
 * @param {number} index
 * @param {string} fault
 */
function report(file, text, index, fault) {
  faults += 1;
  process.stderr.write(`${file}:${text.slice(0, index).split('\n').length}: ${fault}\n`);
}

/** @param {string} file */
function isRead(file) {
  return READ.test(file) && !SKIPPED.test(file) && !/(^|\/)check-citations\.(mjs|integration\.spec\.ts)$/.test(file);
}
