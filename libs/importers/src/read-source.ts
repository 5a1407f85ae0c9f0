import { isRecord } from '@multilane/contracts';
import { type Document, isScalar, parseDocument, visit } from 'yaml';
import { ImportError } from './import-result.js';
import { SourceNode } from './source-node.js';

/** Bounds of a source. A configuration of two thousand models has some 600 kB. */
const MOST_CHARACTERS = 2_000_000;
const MOST_VALUES = 100_000;
const DEEPEST = 40;
/** Each is looked for among all that are before it. */
const MOST_ALIASES = 10_000;

/**
 * Reads YAML or JSON.
 *
 * @param options `isInEitherCase`: keys may be written in camel case too
 * @throws ImportError for text that is too large, too deep or no mapping
 */
export function readSource(
  text: string,
  product: string,
  { isInEitherCase = false }: { readonly isInEitherCase?: boolean } = {},
): SourceNode {
  if (text.length > MOST_CHARACTERS) {
    throw new ImportError(`The file is too large: at most ${MOST_CHARACTERS} characters are read.`);
  }
  const value = toValue(text);
  if (!isRecord(value) && !Array.isArray(value)) {
    throw new ImportError(`The file holds no mapping of settings, as a configuration of ${product} does.`);
  }
  countValues(value);
  return new SourceNode(value, '', isInEitherCase);
}

function toValue(text: string): unknown {
  // To find a key that is twice, the parser would compare each with every other one of its mapping.
  const options = { merge: true, stringKeys: true, uniqueKeys: false, prettyErrors: false, logLevel: 'error' } as const;
  const document = parseDocument(text, options);
  const code = document.errors[0]?.code ?? (hasKeyTwice(document) ? 'DUPLICATE_KEY' : undefined);
  if (code !== undefined) throw new ImportError(`The file is not valid YAML or JSON (${code}).`);
  if (countAliases(document) > MOST_ALIASES) throw tooManyAliases();
  try {
    return document.toJS({ maxAliasCount: 1_000 });
  } catch {
    throw tooManyAliases();
  }
}

function tooManyAliases(): ImportError {
  return new ImportError('The file is not valid YAML: it has too many aliases.');
}

function countAliases(document: Document): number {
  let aliases = 0;
  visit(document, {
    Alias() {
      aliases += 1;
    },
  });
  return aliases;
}

/** True if a mapping has a key twice. A merge key may be there for each mapping that is merged. */
export function hasKeyTwice(document: Document): boolean {
  let isTwice = false;
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        const value = isScalar(key) ? key.value : key;
        if (seen.has(value) && value !== '<<') isTwice = true;
        seen.add(value);
      }
      return isTwice ? visit.BREAK : undefined;
    },
  });
  return isTwice;
}

function countValues(root: unknown): void {
  let values = 0;
  const count = (value: unknown, depth: number): void => {
    values += 1;
    if (values > MOST_VALUES) throw new ImportError(`The file holds more than ${MOST_VALUES} values.`);
    if (depth > DEEPEST) throw new ImportError(`The file is nested more than ${DEEPEST} levels deep.`);
    if (typeof value !== 'object' || value === null) return;
    for (const member of Object.values(value)) count(member, depth + 1);
  };
  count(root, 0);
}
