import type { GatewayError } from '@multilane/errors';

/** What a person sees whose sign-in failed: they came by a link, not by a program. It loads nothing. */
export function writeRefusalPage({ message, code }: GatewayError, requestId: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign-in failed</title>
</head>
<body>
<main>
<h1>Sign-in failed</h1>
<p>${escapeHtml(message)}</p>
<p><a href="/auth/sso/start">Try again</a></p>
<p>Code <code>${escapeHtml(code)}</code>, request <code>${escapeHtml(requestId)}</code></p>
</main>
</body>
</html>
`;
}

/** Whether who asks shows pages: a browser that follows a link does, and a program does not say so. */
export function wantsPage(accept: string | undefined): boolean {
  return accept?.includes('text/html') ?? false;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
}
