import { type Document, type Element, isTag } from 'domhandler';
import { collectRaw } from './collect-text.js';
import { parseTree, pushChildren } from './walk-tree.js';

/** An XML part of a document. Entities that it declares are not expanded. @throws ParseError as `parseTree` does. */
export function readXml(xml: Buffer | undefined): Document {
  return parseTree(xml?.toString('utf8') ?? '', { xmlMode: true });
}

/**
 * The elements with a name, whatever their namespace's prefix, in order. None from below elements with one of the names in `ends`:
 * who reads all the text of each match names the matches there, for else a thousand of them in one another are read a thousand times.
 */
export function* elementsNamed(tree: Document, name: string, ...ends: readonly string[]): Generator<Element> {
  const stack = [...tree.children].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isTag(node)) continue;
    const own = node.name.slice(node.name.indexOf(':') + 1);
    if (own === name) yield node;
    if (ends.includes(own)) continue;
    pushChildren(stack, node);
  }
}

export function textOf(tree: Document, name: string): string {
  return Array.from(elementsNamed(tree, name, name), (element) => collectRaw(element).trim()).join(', ');
}

/** Reads the Dublin Core of office documents and books. */
export function readDublinCore(tree: Document): { title: string; language: string; metadata: Record<string, string> } {
  return {
    title: textOf(tree, 'title'),
    language: textOf(tree, 'language').split(', ')[0] ?? '',
    metadata: {
      author: textOf(tree, 'creator'),
      subject: textOf(tree, 'subject'),
      description: textOf(tree, 'description'),
      created: textOf(tree, 'created') || textOf(tree, 'date'),
      modified: textOf(tree, 'modified'),
    },
  };
}
