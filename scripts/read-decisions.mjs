/**
 * Reads the decisions of docs/decisions and writes their index. A decision is in force unless the line below its title says
 * "> Replaced by [title](file.md)." or "> Replaced in part by [title](file.md)", which names a later decision.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../docs/decisions', import.meta.url));

const NAME = /^(\d{4}-\d\d-\d\d)-[a-z0-9-]+\.md$/;
const TEXT = /^# (.+)\n\n(?:> Replaced (in part )?by \[([^\]]+)\]\(([^)\s]+)\))?/;
const INDEX = 'README.md';

const HEAD = `# Decisions

<!-- Generated from docs/decisions by pnpm docs:generate. Do not edit. -->

Reasons for choices that the code does not show, with the alternatives that were considered. A decision describes the day on which it was
made. The newest are first. To replace one, write a new file and put \`> Replaced by [title](file.md).\` below the title of the old one;
\`> Replaced in part by …\` leaves the rest in force.

| Date | Decision | Status |
|---|---|---|
`;

/**
 * @typedef {{ readonly file: string; readonly date: string; readonly title: string; readonly isReplaced: boolean;
 *   readonly successor: { readonly file: string; readonly title: string } | undefined }} Decision
 * `isReplaced`: true if no part is in force.
 */

/**
 * Reads every decision of a folder, the newest first.
 *
 * @param {string} [folder]
 * @returns {Decision[]}
 * @throws Error if a name has no date, a title is missing or has a date, or a successor is not a later decision
 */
export function readDecisions(folder = FOLDER) {
  const files = readdirSync(folder).filter((file) => file !== INDEX);
  return files
    .map((file) => readDecision(folder, file))
    .sort((one, other) => compare(other.date, one.date) || compare(one.file, other.file));
}

/**
 * Writes the page that lists the decisions with their status.
 *
 * @param {string} [folder]
 */
export function generateDecisionIndex(folder = FOLDER) {
  const rows = readDecisions(folder).map((decision) => {
    const { date, title, file } = decision;
    return `| ${date} | [${title}](${file}) | ${describeStatus(decision)} |\n`;
  });
  return HEAD + rows.join('');
}

/**
 * @param {string} folder
 * @param {string} file
 * @returns {Decision}
 */
function readDecision(folder, file) {
  const date = NAME.exec(file)?.[1];
  if (date === undefined) throw new Error(`docs/decisions/${file}: the name must be <yyyy-mm-dd>-<subject>.md`);
  const [, title, inPart, successorTitle, successor] = TEXT.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
  if (title === undefined) throw new Error(`docs/decisions/${file}: the first line must be its title`);
  if (/\d{4}/.test(title)) throw new Error(`docs/decisions/${file}: the date is in the name, not in the title`);
  if (successorTitle === undefined || successor === undefined) {
    return { file, date, title, isReplaced: false, successor: undefined };
  }
  const isLater = existsSync(join(folder, successor)) && compare(successor.slice(0, 10), date) >= 0;
  if (!isLater || successor === file) throw new Error(`docs/decisions/${file}: ${successor} is no later decision`);
  return { file, date, title, isReplaced: inPart === undefined, successor: { file: successor, title: successorTitle } };
}

/** @param {Decision} decision */
function describeStatus({ isReplaced, successor }) {
  if (successor === undefined) return 'In force';
  const link = `[${successor.title}](${successor.file})`;
  return isReplaced ? `Replaced by ${link}` : `In force, in part replaced by ${link}`;
}

/**
 * @param {string} one
 * @param {string} other
 */
function compare(one, other) {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
