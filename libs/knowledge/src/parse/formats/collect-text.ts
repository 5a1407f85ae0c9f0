import { type ChildNode, type Element, isTag, isText } from 'domhandler';

/** Elements whose content nobody sees as text. */
const UNSEEN = new Set(
  'script style template noscript svg math iframe object embed head canvas audio video map source input'.split(' '),
);

const BREAKS = new Set(
  'address article aside blockquote br dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
);

export function isUnseen(element: Element): boolean {
  return (
    UNSEEN.has(element.name) || 'hidden' in element.attribs || /display\s*:\s*none/i.test(element.attribs.style ?? '')
  );
}

/**
 * The text of a node, with white space as a browser would show it and a space where one block ends and another starts.
 * Does not recurse, so that elements nested a million deep are no danger.
 */
export function collectText(node: ChildNode, skips: (element: Element) => boolean = () => false): string {
  return collectRaw(node, skips).replace(/\s+/g, ' ').trim();
}

/** The same with all white space as it is. */
export function collectRaw(node: ChildNode, skips: (element: Element) => boolean = () => false): string {
  const parts: string[] = [];
  const stack: (ChildNode | string)[] = [node];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next === 'string') parts.push(next);
    else if (isText(next)) parts.push(next.data);
    else if (isTag(next) && !isUnseen(next) && !skips(next)) {
      // One by one: a call takes no more than some hundred thousand arguments.
      for (const part of partsOf(next).reverse()) stack.push(part);
    }
  }
  return parts.join('');
}

/** The children of an element, with the white space that it makes around them. */
function partsOf({ name, attribs, children }: Element): (ChildNode | string)[] {
  if (name === 'br') return ['\n'];
  if (name === 'img') return [attribs.alt ?? ''];
  if (name === 'td' || name === 'th') return [' ', ...children, ' '];
  return BREAKS.has(name) ? ['\n', ...children, '\n'] : [...children];
}
