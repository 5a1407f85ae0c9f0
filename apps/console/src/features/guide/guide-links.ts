/** The anchor of a heading, as GitHub makes it: pages link to headings by these. */
export function anchorOf(title: string): string {
  return title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/**
 * Resolves a link of a guide to another one: its path below `/guide/`, with the heading.
 *
 * @param page the guide that has the link, such as `limits` or `contract/limits`
 * @returns undefined for a link that leads to no page
 */
export function guideOfLink(page: string, href: string): string | undefined {
  if (href.startsWith('#')) return `${page}${href}`;
  if (/^[a-z]+:|^\//i.test(href)) return undefined;
  const { hash, pathname } = new URL(href, `http://docs/${page}`);
  const name = /^\/((?:contract\/)?[\w-]+)\.md$/.exec(pathname)?.[1];
  return name === undefined ? undefined : `${name}${hash}`;
}
