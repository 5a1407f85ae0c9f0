import { GatewayError } from '@multilane/errors';
import {
  isEscapedJson,
  looksLikeEscapedJson,
  type PiiSession,
  rewriteInTurns,
  rewriteJson,
  rewriteText,
} from '@multilane/policy';
import type { RewrittenTexts } from './long-texts.js';
import type { TextMap } from './texts/text-map.js';

/** Result of other threads' work on a long answer. */
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

/**
 * Characters of a long request that are searched on the event loop, where another provider is sent texts that the first was not:
 * most are sent the very same.
 */
const MOST_UNKNOWN = 32 * 1024;

/**
 * Replaces the entities in the texts of a request.
 *
 * @throws GatewayError where too much is not known and would hold the event loop.
 */
export function redactWith({ input }: PiiSession, known?: RewrittenTexts): TextMap {
  let left = MOST_UNKNOWN;
  return (text, _role, format) => {
    if (input === undefined || format === 'name') return text;
    const rewritten = known?.find(text, format);
    if (rewritten !== undefined) return rewritten;
    if (known) left -= text.length;
    if (left < 0) throw refuseUnknown();
    if (format === 'plain' && isEscapedJson(text)) return rewriteJson(text, input);
    return format === 'json' ? rewriteJson(text, input) : rewriteText(text, input);
  };
}

function refuseUnknown(): GatewayError {
  return new GatewayError('guardrail_unavailable', {
    guardrail: 'pii',
    message:
      'The texts of the request are too long to be searched for personal data again, as another provider is sent them.',
  });
}

/** Replaces what any rule names, in a text that is stored; escaped JSON, which may be cut off, is read as such too. */
export function redactStored({ stored }: PiiSession): (text: string) => Generator<undefined, string> {
  return function* (text) {
    const read = looksLikeEscapedJson(text) ? yield* rewriteInTurns(text, stored, true) : text;
    return yield* rewriteInTurns(read, stored, false);
  };
}
