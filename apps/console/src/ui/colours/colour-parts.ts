import core from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

const LANGUAGES = { bash, css, diff, go, java, javascript, json, python, rust, sql, typescript, xml, yaml };

for (const [name, grammar] of Object.entries(LANGUAGES)) core.registerLanguage(name, grammar);

/** Part of a code, and its kind; empty for plain text. */
export interface CodePart {
  readonly kind: string;
  readonly text: string;
}

/** Finds the parts of a code. All of it is one part if the language is not known. */
export function colourParts(text: string, language: string): readonly CodePart[] {
  if (core.getLanguage(language) === undefined) return [{ kind: '', text }];
  return readParts(core.highlight(text, { language, ignoreIllegals: true }).value);
}

/** Beginning and end of a coloured part, and text, in what the library writes: elements `span` with a class, and nothing else. */
const TOKEN = /<span class="([^"]*)">|(<\/span>)|([^<]+)/g;

/** Lists the texts, each with the kind of its innermost part. Hostile code is nested deeply, so this does not call itself. */
function readParts(html: string): readonly CodePart[] {
  const parts: CodePart[] = [];
  const around = [''];
  for (const [, className, end, text] of html.matchAll(TOKEN)) {
    const kind = around.at(-1) ?? '';
    if (text !== undefined) parts.push({ kind, text: text.replace(ENTITY, (name) => CHARACTERS[name] ?? name) });
    else if (end !== undefined) around.pop();
    // Code of a language within another one has a class without this beginning.
    else around.push(/^hljs-(\S+)/.exec(className ?? '')?.[1] ?? kind);
  }
  return parts;
}

const ENTITY = /&(?:amp|lt|gt|quot|#x27);/g;
const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};
