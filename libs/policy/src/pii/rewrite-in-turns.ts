import { JsonRewriter } from './json-rewriter.js';
import { type Replacements, TextRewriter } from './text-rewriter.js';

/** So many characters are rewritten at once: some milliseconds at worst. */
const PIECE = 8 * 1024;

/** The same as `rewriteText` and `rewriteJson`, piece by piece: others may have their turn on the event loop wherever it yields. */
export function* rewriteInTurns(
  text: string,
  replacements: Replacements,
  isJson: boolean,
): Generator<undefined, string> {
  let isChanged = false;
  const noting: Replacements = {
    plan: replacements.plan,
    replace: (entity, value) => {
      const replaced = replacements.replace(entity, value);
      if (replaced !== value) isChanged = true;
      return replaced;
    },
  };
  const rewriter = isJson ? new JsonRewriter(noting) : new TextRewriter(noting);
  let rewritten = '';
  for (let start = 0; start < text.length; start += PIECE) {
    rewritten += rewriter.push(text.slice(start, start + PIECE));
    yield;
  }
  rewritten += rewriter.end();
  return isChanged ? rewritten : text;
}
