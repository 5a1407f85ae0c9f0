import type { ErrorCode, GatewayError } from '@multilane/errors';

/** What a person can do about a refusal. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  sso_failed: 'Try again. If it fails again, give the request id below to your administrator.',
  sso_no_account: 'Ask an administrator of your organization for access, and give the request id below.',
  overloaded: 'Try again in a few seconds. If it fails again, tell your administrator.',
  rate_limit_exceeded: 'Wait a minute, then try again.',
  invalid_value: 'Open the console and start the sign-in there.',
  not_found: 'Sign in with your password, or ask the operator of this service to set up single sign-on.',
};
const USUAL_ADVICE = 'If it happens again, give the request id below to your administrator.';
/** Trying again changes nothing about these. */
const FINAL: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['not_found', 'method_not_allowed']);

/** What a person sees whose sign-in failed: they came by a link, not by a program. It is served under PLAIN_POLICY. */
export function writeRefusalPage({ message, code }: GatewayError, requestId: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign-in failed</title>
<link rel="stylesheet" href="/ui/style.css">
</head>
<body>
<main>
<h1>Sign-in failed</h1>
<p>${escapeHtml(message)}</p>
<p>${escapeHtml(ADVICE[code] ?? USUAL_ADVICE)}</p>
${FINAL.has(code) ? '' : '<p><a href="/auth/sso/start">Try again</a></p>\n'}<p>Code <code>${escapeHtml(code)}</code>, request id <code>${escapeHtml(requestId)}</code></p>
</main>
</body>
</html>
`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
