import { isMap, isNode, LineCounter, parseDocument, stringify } from 'yaml';

export type Language = 'yaml' | 'json';

/** Problem that keeps a text from being read, and its line, from 1. */
export interface TextProblem {
  readonly line: number;
  /** `mapping`: the text holds no fields. Otherwise the code of the parser. */
  readonly kind: string;
}

export interface ReadText {
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly problems: readonly TextProblem[];
}

export function writeValue(value: unknown, language: Language): string {
  return language === 'json' ? `${JSON.stringify(value, null, 2)}\n` : stringify(value, { lineWidth: 100 });
}

/** Reads YAML, and JSON, which is YAML. Aliases may not multiply what was written. */
export function readText(text: string): ReadText {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const problems = document.errors.map(({ code, pos }) => ({ line: lines.linePos(pos[0]).line, kind: code }));
  if (problems.length > 0) return { body: undefined, problems };
  if (!isMap(document.contents)) return { body: undefined, problems: [{ line: 1, kind: 'mapping' }] };
  try {
    return { body: document.toJS({ maxAliasCount: 100 }) as Record<string, unknown>, problems: [] };
  } catch {
    // Aliases that multiply what was written, or that name nothing.
    return { body: undefined, problems: [{ line: 1, kind: 'BAD_ALIAS' }] };
  }
}

/**
 * The line, from 1, of what the API calls `targets[1].model`: of the closest part of the path that the text has.
 */
export function findLine(text: string, path: string): number {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const parts = path
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  for (let length = parts.length; length > 0; length--) {
    const node = document.getIn(parts.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}
