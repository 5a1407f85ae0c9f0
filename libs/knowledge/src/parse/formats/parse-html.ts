import { DefuddleClass } from 'defuddle/node';
import { type Document, type Element, isTag } from 'domhandler';
import { parseHTML } from 'linkedom';
import type { Block } from '../../document/parsed-document.js';
import { decodeHtml } from '../decode-text.js';
import { collectText } from './collect-text.js';
import type { FormatInput, FormatOutput } from './format-input.js';
import { htmlToBlocks, parseHtmlTree } from './html-to-blocks.js';
import { pushChildren } from './walk-tree.js';

/** An article that is shorter than this share of its page was not found rightly: then the whole page is read. */
const SMALLEST_ARTICLE = 0.2;

/** Pages that are larger than this have their text read, but no article looked for, which takes several copies of them. */
const LARGEST_ARTICLE = 5_000_000;

/** A whole page, or the article in it without menus and advertisements. Nothing is fetched and no script runs. */
export function parseHtml({ bytes, facts }: FormatInput): FormatOutput {
  const html = decodeHtml(bytes);
  const tree = parseHtmlTree(html);
  const whole = htmlToBlocks(tree);
  const article = facts.article && html.length <= LARGEST_ARTICLE ? findArticle(html) : undefined;
  const useArticle = article !== undefined && lengthOf(article.blocks) >= lengthOf(whole) * SMALLEST_ARTICLE;
  const title = article?.metadata.title || find(tree, 'title');
  return {
    ...(title && { title }),
    ...(languageOf(tree) && { language: languageOf(tree) }),
    metadata: { ...metaOf(tree), ...(article && withoutTitle(article.metadata)) },
    blocks: useArticle ? article.blocks : whole,
  };
}

interface Article {
  readonly blocks: Block[];
  readonly metadata: Readonly<Record<string, string>>;
}

function findArticle(html: string): Article | undefined {
  try {
    const { document } = parseHTML(html);
    const { content, title, author, published, site } = new DefuddleClass(document as never).parse();
    return { blocks: htmlToBlocks(content), metadata: { title, author, created: published, site } };
  } catch {
    // The page has no article that can be identified.
    return undefined;
  }
}

const withoutTitle = ({ title: _, ...others }: Readonly<Record<string, string>>) => others;

const lengthOf = (blocks: readonly Block[]) => JSON.stringify(blocks).length;

/** Author and description of a page. */
function metaOf(tree: Document): Record<string, string> {
  const metadata: Record<string, string> = {};
  for (const element of elements(tree)) {
    const name = (element.attribs.name ?? '').toLowerCase();
    if (element.name === 'meta' && (name === 'author' || name === 'description'))
      metadata[name] = element.attribs.content ?? '';
  }
  return metadata;
}

function find(tree: Document, name: string): string | undefined {
  for (const element of elements(tree))
    if (element.name === name) return element.children.map((child) => collectText(child)).join(' ');
  return undefined;
}

function languageOf(tree: Document): string | undefined {
  for (const element of elements(tree)) if (element.name === 'html') return element.attribs.lang;
  return undefined;
}

function* elements(tree: Document): Generator<Element> {
  const stack = [...tree.children].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isTag(node)) continue;
    yield node;
    pushChildren(stack, node);
  }
}
