import { isRecord } from '@multilane/contracts';
import { parseDocument } from 'yaml';
import { ImportError } from './import-result.js';
import { SourceNode } from './source-node.js';

/** Bounds of a source. A configuration of two thousand models has some 600 kB. */
const MOST_CHARACTERS = 2_000_000;
const MOST_VALUES = 100_000;
const DEEPEST = 40;

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
  const document = parseDocument(text, { merge: true, stringKeys: true, prettyErrors: false, logLevel: 'error' });
  const [error] = document.errors;
  if (error !== undefined) throw new ImportError(`The file is not valid YAML or JSON (${error.code}).`);
  try {
    return document.toJS({ maxAliasCount: 1_000 });
  } catch {
    throw new ImportError('The file is not valid YAML: it has too many aliases.');
  }
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
