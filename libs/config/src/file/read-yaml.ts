import { type Alias, type Document, isPair, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml';
import type { ConfigPath } from '../config-path.js';
import type { Environment } from '../environment.js';
import { findOffset, keyOf } from './find-offset.js';
import { InterpolatedText, interpolate, markReferences, unmarkReferences } from './interpolate.js';

export interface YamlProblem {
  path: ConfigPath;
  line: number;
  message: string;
  /** The value could not be made, so there is nothing more to say about it. */
  isValueUnknown?: boolean;
}

export interface YamlFile {
  /** Mappings as plain objects, strings that held `${` as `InterpolatedText`; undefined if the text is no YAML. */
  root: unknown;
  problems: YamlProblem[];
  /** Line of a key or list entry, or of the nearest thing around it that the file has. */
  lineOf(path: ConfigPath): number;
}

type Ancestors = readonly unknown[];
type Report = (node: Node, path: ConfigPath, message: string, isValueUnknown?: boolean) => void;

/** Messages of the YAML library that would quote the file, in words that do not. */
const MESSAGES: Readonly<Record<string, string>> = {
  UNEXPECTED_TOKEN: 'unexpected text',
  TAG_RESOLVE_FAILED: 'this YAML tag is not supported',
  BAD_DQ_ESCAPE: 'invalid escape sequence in a quoted string',
  BAD_DIRECTIVE: 'invalid YAML directive',
  BAD_ALIAS: 'invalid YAML alias',
  BAD_PROP_ORDER: 'a YAML anchor or tag is misplaced',
  BAD_COLLECTION_TYPE: 'this YAML tag does not fit here',
  MULTIPLE_DOCS: 'holds several YAML documents',
  RESOURCE_EXHAUSTION: 'nested too deeply',
};

/** Reads YAML 1.2 with merge keys and interpolates its strings: values only, never keys, and never twice. */
export function readYaml(source: string, environment: Environment): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(markReferences(source), {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
    merge: true,
    stringKeys: true,
    uniqueKeys: false,
  });
  const lineAt = (offset = 0) => Math.max(1, lines.linePos(offset).line);
  const problems: YamlProblem[] = [...document.errors, ...document.warnings].map((error) => ({
    path: [],
    line: lineAt(error.pos[0]),
    message: `not valid YAML: ${MESSAGES[error.code] ?? error.message}`,
  }));
  let isReadable = problems.length === 0;

  const report: Report = (node, path, message, isValueUnknown = false) => {
    problems.push({ path, line: lineAt(node.range?.[0]), message, isValueUnknown });
  };
  visit(document, {
    Alias(_, alias, ancestors) {
      const problem = describeAliasProblem(alias, document, ancestors);
      if (problem === undefined) return;
      isReadable = false;
      report(alias, pathOf(alias, ancestors), problem);
    },
    Map(_, map, ancestors) {
      const seen = new Set<string>();
      for (const pair of map.items) {
        const key = keyOf(pair);
        if (seen.has(key)) report(pair.key as Node, [...pathOf(map, ancestors), key], 'is here twice');
        seen.add(key);
      }
    },
    Scalar(position, scalar, ancestors) {
      if (typeof scalar.value !== 'string') return;
      const text = unmarkReferences(scalar.value);
      scalar.value = text;
      if (position === 'key' || !text.includes('${')) return;
      const result = interpolate(text, environment);
      for (const problem of result.problems) report(scalar, pathOf(scalar, ancestors), problem, true);
      scalar.value = new InterpolatedText(result.text);
    },
  });

  return {
    root: isReadable ? toPlainValue(document, problems) : undefined,
    problems,
    lineOf: (path) => lineAt(findOffset(document, path)),
  };
}

function describeAliasProblem(alias: Alias, document: Document, ancestors: Ancestors): string | undefined {
  const target = alias.resolve(document);
  if (target === undefined) return 'a YAML alias without its anchor';
  return ancestors.includes(target) ? 'a YAML alias that holds itself' : undefined;
}

function toPlainValue(document: Document, problems: YamlProblem[]): unknown {
  try {
    return document.toJS() ?? {};
  } catch {
    problems.push({ path: [], line: 1, message: 'not valid YAML: too many aliases' });
    return undefined;
  }
}

function pathOf(node: unknown, ancestors: Ancestors): ConfigPath {
  return ancestors.flatMap((ancestor, index): (string | number)[] => {
    if (isPair(ancestor)) return [keyOf(ancestor)];
    return isSeq(ancestor) ? [ancestor.items.indexOf(ancestors[index + 1] ?? node)] : [];
  });
}
