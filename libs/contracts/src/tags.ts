/** Tags of a request by name: attribution of its cost, chosen by callers and administrators. */
export type Tags = Readonly<Record<string, string>>;

/** Tags of one request. */
export const MOST_TAGS = 10;

/** Characters of a name, and of a value. */
export const LONGEST_TAG = 64;

/** Letters, digits, `_`, `.` and `-`; the first is a letter or a digit. */
export const TAG_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

/** Letters, digits and `_ . : / @ + -`; spaces between them. */
export const TAG_VALUE = /^[A-Za-z0-9_.:/@+-](?:[A-Za-z0-9_.:/@+ -]{0,62}[A-Za-z0-9_.:/@+-])?$/;

const TAG_NAME_RULE = '1 to 64 letters, digits, `_`, `.` or `-`, and begin with a letter or a digit';
const TAG_VALUE_RULE = '1 to 64 letters, digits, spaces or `_ . : / @ + -`';

/** Result of reading a list of tags; a problem is words that follow the name of the field. */
export type ParsedTags =
  | { readonly tags: Tags; readonly problem?: undefined }
  | { readonly tags?: undefined; readonly problem: string };

/** Reads `feature=search, env=prod`: at most ten tags, each name once. No problem quotes a value. */
export function parseTags(text: string): ParsedTags {
  const tags: Record<string, string> = {};
  let count = 0;
  if (text.trim() === '') return { tags };
  // A longer text has more tags than are allowed, or longer ones.
  if (text.length > LONGEST_LIST) return { problem: `must have at most ${LONGEST_LIST} characters` };
  for (const part of text.split(',')) {
    const mark = part.indexOf('=');
    if (mark === -1) return { problem: 'must be a list of tags such as `feature=search, env=prod`' };
    const name = part.slice(0, mark).trim();
    const value = part.slice(mark + 1).trim();
    if (!TAG_NAME.test(name)) return { problem: `has a name of a tag that must have ${TAG_NAME_RULE}` };
    if (!TAG_VALUE.test(value)) return { problem: `has a value of \`${name}\` that must have ${TAG_VALUE_RULE}` };
    if (Object.hasOwn(tags, name)) return { problem: `has the tag \`${name}\` twice` };
    count += 1;
    if (count > MOST_TAGS) return { problem: `must have at most ${MOST_TAGS} tags` };
    tags[name] = value;
  }
  return { tags };
}

const LONGEST_LIST = 2_000;

/** Writes tags as `parseTags` reads them. */
export function writeTags(tags: Tags): string {
  return Object.entries(tags)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}
