/** The shell commands of the pages for operators, as they are written. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** In the order in which an operator reads them. */
export const PAGES = ['docs/deploying.md', 'docs/kubernetes.md', 'docs/upgrading.md', 'docs/disaster-recovery.md'];

/** The mark of a block that the operator's path runs, and of one that nothing runs, with its reason. */
const RUN = '<!-- run by scripts/operator-path.e2e.spec.ts -->';
const NOT_RUN = /<!-- not run: (.{15,}) -->/;

const BLOCK = /((?:^ *<!--[^\n]*-->\n)*)^( *)```(?:sh|bash)\n(.*?)^\2```/gms;

/**
 * A block of commands.
 *
 * @typedef {object} Block
 * @property {string} page
 * @property {number} line of the page
 * @property {string} section the heading that it is under
 * @property {string} text
 * @property {string | undefined} exclusion why it is not run
 */

/**
 * The blocks of a page. Throws where one is neither run nor says why.
 *
 * @param {string} page
 * @returns {Block[]}
 */
export function readBlocks(
  page,
  text = readFileSync(fileURLToPath(new URL(`../../../${page}`, import.meta.url)), 'utf8'),
) {
  return [...text.matchAll(BLOCK)].map((match) => {
    const [, marks = '', indent = '', code = ''] = match;
    const before = text.slice(0, match.index);
    const line = before.split('\n').length + marks.split('\n').length - 1;
    const exclusion = NOT_RUN.exec(marks)?.[1];
    if (exclusion === undefined && !marks.includes(RUN))
      throw new Error(`${page}:${line}: the block is not marked as run by this script, and has no reason why not`);
    const section = [...before.matchAll(/^##+ (.*)$/gm)].at(-1)?.[1] ?? '';
    return { page, line, section, text: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''), exclusion };
  });
}
