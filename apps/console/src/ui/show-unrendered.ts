import { defaultSchema } from 'rehype-sanitize';

/** A node of a Markdown tree, as far as this looks at it (https://github.com/syntax-tree/mdast). */
interface MarkdownNode {
  type: string;
  value?: string;
  url?: string;
  identifier?: string;
  children?: MarkdownNode[];
  readonly position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } };
}

/** Kinds of nodes that the page does not render: HTML, and images, which could send data elsewhere. */
const NOT_RENDERED: ReadonlySet<string> = new Set(['html', 'image', 'imageReference']);
const REFERENCES: ReadonlySet<string> = new Set(['linkReference', 'footnoteReference']);
const DEFINITIONS: ReadonlySet<string> = new Set(['definition', 'footnoteDefinition']);
/** Kinds of nodes that hold blocks: text among them needs a paragraph. */
const BLOCK_PARENTS: ReadonlySet<string> = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);
/** Schemes of addresses that a link may have; relative addresses have none. */
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const LINKED: ReadonlySet<string> = new Set(defaultSchema.protocols?.href);

/** Shows what the page does not render as the text that the model wrote, so that nothing of an answer is lost. */
export function showUnrendered(): (tree: unknown, file: { toString(): string }) => void {
  return (tree, file) => {
    const source = String(file);
    const root = tree as MarkdownNode;
    const referenced = new Set<string>();
    visit(root, (node) => {
      if (REFERENCES.has(node.type) && node.identifier !== undefined) referenced.add(node.identifier);
    });
    replace(root, source, referenced);
  };
}

function visit(node: MarkdownNode, look: (node: MarkdownNode) => void): void {
  look(node);
  for (const child of node.children ?? []) visit(child, look);
}

function replace(parent: MarkdownNode, source: string, referenced: ReadonlySet<string>): void {
  parent.children = parent.children?.map((child) => {
    if (!isLost(child, referenced)) {
      replace(child, source, referenced);
      return child;
    }
    const text: MarkdownNode = { type: 'text', value: sourceOf(child, source) };
    return BLOCK_PARENTS.has(parent.type) ? { type: 'paragraph', children: [text] } : text;
  });
}

function isLost(node: MarkdownNode, referenced: ReadonlySet<string>): boolean {
  if (NOT_RENDERED.has(node.type)) return true;
  if (DEFINITIONS.has(node.type)) return !referenced.has(node.identifier ?? '');
  const scheme = node.type === 'link' ? SCHEME.exec(node.url ?? '')?.[1] : undefined;
  return scheme !== undefined && !LINKED.has(scheme.toLowerCase());
}

function sourceOf({ position, value = '' }: MarkdownNode, source: string): string {
  const { start, end } = position ?? {};
  return start?.offset === undefined || end?.offset === undefined ? value : source.slice(start.offset, end.offset);
}
