import { parseJsonText } from '@multilane/contracts';
import { type PiiSession, rewriteJson, rewriteText } from '@multilane/policy';
import type { TextMap } from './texts/text-map.js';

/** Rewrites the texts of an answer: entities are hidden and the person's own values put back, as the rules say. */
export function rewriteWith({ answer, thoughts }: PiiSession): TextMap {
  return (text, role, format) => {
    if (format === 'name') return text;
    const replacements = role === 'reasoning' ? thoughts : answer;
    if (replacements === undefined) return text;
    return format === 'json' ? rewriteJson(text, replacements) : rewriteText(text, replacements);
  };
}

/** Replaces the entities in the texts of a request. */
export function redactWith({ input }: PiiSession): TextMap {
  return (text, _role, format) => {
    if (input === undefined || format === 'name') return text;
    if (format === 'plain' && isEscapedJson(text)) return rewriteJson(text, input);
    return format === 'json' ? rewriteJson(text, input) : rewriteText(text, input);
  };
}

const JSON_START = /^\s*[[{"]/;
const ESCAPED_LETTER = /\\u[0-9a-f]{4}/i;

/** Whether a text is JSON whose letters are escaped, as results of tools often are: its values are not seen otherwise. */
function isEscapedJson(text: string): boolean {
  if (!JSON_START.test(text) || !ESCAPED_LETTER.test(text)) return false;
  try {
    parseJsonText(text);
    return true;
  } catch {
    return false;
  }
}

/** Replaces what any rule names, in a text that is stored; escaped JSON, which may be cut off, is read as such too. */
export function redactStored({ stored }: PiiSession): (text: string) => string {
  return (text) => {
    const isEscaped = JSON_START.test(text) && ESCAPED_LETTER.test(text);
    return rewriteText(isEscaped ? rewriteJson(text, stored) : text, stored);
  };
}
