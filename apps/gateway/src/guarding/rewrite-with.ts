import { type PiiSession, rewriteJson, rewriteText } from '@multilane/policy';
import type { TextMap } from './texts/text-map.js';

/** Rewrites the texts of an answer: entities are hidden and the person's own values put back, as the rules say. */
export function rewriteWith({ answer, thoughts }: PiiSession): TextMap {
  return (text, role, format) => {
    const replacements = role === 'reasoning' ? thoughts : answer;
    if (replacements === undefined) return text;
    return format === 'json' ? rewriteJson(text, replacements) : rewriteText(text, replacements);
  };
}

/** Replaces the entities in the texts of a request. */
export function redactWith({ input }: PiiSession): TextMap {
  return (text, _role, format) => {
    if (input === undefined) return text;
    return format === 'json' ? rewriteJson(text, input) : rewriteText(text, input);
  };
}
