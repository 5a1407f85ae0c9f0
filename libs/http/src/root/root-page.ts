/** Answer at `/`. */
export interface RootPage {
  /** Such as `multilane-gateway`. */
  readonly service: string;
  readonly version: string;
  /** Paths of this service by what they are, for programs. */
  readonly links: Readonly<Record<string, string>>;
  /** Answer for a browser: a page, or the path of one. */
  readonly browser: { readonly html: string } | { readonly redirect: string };
}

/** The injection token of `RootPage`. */
export const ROOT_PAGE = Symbol('RootPage');

/**
 * The page of a service that has no user interface.
 *
 * @param paragraphs HTML, trusted
 */
export function writeRootPage(title: string, paragraphs: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
body { margin: 0 auto; max-width: 40rem; padding: 3rem 1rem; }
code { font-family: ui-monospace, monospace; font-size: 0.95em; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')}
</main>
</body>
</html>
`;
}
