import { escapeHtml } from '../escape-html.js';

/** Everything that the page loads comes from the service itself; nothing is run or styled from within the page. */
export const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page that shows the document to people; without scripts it still leads to the document itself. */
export function writeDocsPage(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
</head>
<body>
<noscript><p>This page needs scripts. The document it shows: <a href="/openapi.json">/openapi.json</a></p></noscript>
<main id="docs"></main>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/assets/show-docs.js"></script>
</body>
</html>
`;
}

/** Run by the page. */
export const SHOW_DOCS = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  validatorUrl: null,
});
`;
