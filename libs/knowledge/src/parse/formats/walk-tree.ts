import { type ChildNode, type Document, DomHandler } from 'domhandler';
import { Parser, type ParserOptions } from 'htmlparser2';
import { ParseError } from '../parse-error.js';

/** Elements in one another. Pages and documents that people write have some hundred; for each, the parser moves all that are open. */
const DEEPEST = 50_000;

/** @throws ParseError for elements that are nested deeper than 50,000. */
export function checkDepth(depth: number): void {
  if (depth <= DEEPEST) return;
  const reason = 'The document nests elements more than 50,000 deep. Remove the nesting, then upload it again.';
  throw new ParseError('unsafe_content', reason);
}

class BoundedTree extends DomHandler {
  override onopentag(name: string, attributes: Record<string, string>): void {
    super.onopentag(name, attributes);
    checkDepth(this.tagStack.length);
  }
}

/** The tree of a text in HTML or XML. @throws ParseError for elements that are nested deeper than 50,000. */
export function parseTree(text: string, options: ParserOptions): Document {
  const tree = new BoundedTree(undefined, options);
  new Parser(tree, options).end(text);
  return tree.root;
}

/** Puts the children of a node onto a stack, the first on top. One by one: a call takes no more than some hundred thousand arguments. */
export function pushChildren(stack: ChildNode[], { children }: { readonly children: readonly ChildNode[] }): void {
  for (let at = children.length - 1; at >= 0; at -= 1) stack.push(children[at] as ChildNode);
}
