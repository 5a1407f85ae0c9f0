import { isEscapedJson, looksLikeEscapedJson, type PiiSession, rewriteJson, rewriteText } from '@multilane/policy';
import type { RewrittenTexts } from './long-texts.js';
import type { TextMap } from './texts/text-map.js';

/** What other threads looked at in a long answer. */
export interface RewrittenAnswer {
  readonly answer: RewrittenTexts;
  readonly thoughts: RewrittenTexts;
}

/** Rewrites the texts of an answer: entities are hidden and the person's own values put back, as the rules say. */
export function rewriteWith({ answer, thoughts }: PiiSession, known?: RewrittenAnswer): TextMap {
  return (text, role, format) => {
    if (format === 'name') return text;
    const isThought = role === 'reasoning';
    const replacements = isThought ? thoughts : answer;
    if (replacements === undefined) return text;
    const rewritten = (isThought ? known?.thoughts : known?.answer)?.find(text, format);
    if (rewritten !== undefined) return rewritten;
    return format === 'json' ? rewriteJson(text, replacements) : rewriteText(text, replacements);
  };
}

/** Replaces the entities in the texts of a request. */
export function redactWith({ input }: PiiSession, known?: RewrittenTexts): TextMap {
  return (text, _role, format) => {
    if (input === undefined || format === 'name') return text;
    const rewritten = known?.find(text, format);
    if (rewritten !== undefined) return rewritten;
    if (format === 'plain' && isEscapedJson(text)) return rewriteJson(text, input);
    return format === 'json' ? rewriteJson(text, input) : rewriteText(text, input);
  };
}

/** Replaces what any rule names, in a text that is stored; escaped JSON, which may be cut off, is read as such too. */
export function redactStored({ stored }: PiiSession): (text: string) => string {
  return (text) => {
    return rewriteText(looksLikeEscapedJson(text) ? rewriteJson(text, stored) : text, stored);
  };
}
