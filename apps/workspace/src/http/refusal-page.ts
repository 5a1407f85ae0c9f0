import type { ErrorCode, GatewayError } from '@multilane/errors';
import { escapeHtml } from '@multilane/http';

/** Something that browsers are sent to by links, and what a person is told where it fails. */
interface Journey {
  readonly title: string;
  /** Advice to a person about a refusal. */
  readonly advice: Partial<Record<ErrorCode, string>>;
  readonly usualAdvice: string;
  /** Link to go on with. */
  readonly next: { readonly address: string; readonly label: string };
  /** Going on changes nothing about these. */
  readonly final: ReadonlySet<ErrorCode>;
}

const AGAIN_LATER = {
  overloaded: 'Try again in a few seconds. If it fails again, tell your administrator.',
  rate_limit_exceeded: 'Wait a minute, then try again.',
};

const SIGN_IN: Journey = {
  title: 'Sign-in failed',
  advice: {
    ...AGAIN_LATER,
    sso_failed: 'Try again. If it fails again, give the request id below to your administrator.',
    sso_no_account: 'Ask an administrator of your organization for access, and give the request id below.',
    invalid_value: 'Open the console and start the sign-in there.',
    not_found: 'Sign in with your password, or ask the operator of this service to set up single sign-on.',
  },
  usualAdvice: 'If it happens again, give the request id below to your administrator.',
  next: { address: '/auth/sso/start', label: 'Try again' },
  final: new Set<ErrorCode>(['not_found', 'method_not_allowed']),
};

/** A person who comes back from the provider of an organization names that again. */
const SIGN_IN_OF_ORGANIZATION: Journey = {
  ...SIGN_IN,
  next: { address: '/ui/sign-in', label: 'Back to the sign-in page' },
};

const MCP_ACCOUNT: Journey = {
  title: 'Your account is not connected',
  advice: {
    ...AGAIN_LATER,
    invalid_api_key: 'Sign in to the console, then open the MCP server there and connect again.',
    permission_denied: 'To try again, open the MCP server in the console, connect, and allow the access.',
  },
  usualAdvice:
    'Open the MCP server in the console and connect again. If it fails again, give the request id below to your administrator.',
  next: { address: '/ui', label: 'Open the console' },
  final: new Set<ErrorCode>(),
};

/** By the beginning of their paths. */
const JOURNEYS: readonly (readonly [string, Journey])[] = [
  ['/auth/sso/callback/', SIGN_IN_OF_ORGANIZATION],
  ['/auth/sso/', SIGN_IN],
  ['/auth/mcp/', MCP_ACCOUNT],
];

/** Undefined for the paths that programs alone open. */
export function findJourney(path: string): Journey | undefined {
  return JOURNEYS.find(([start]) => path.startsWith(start))?.[1];
}

/** Writes the page about a refusal for a person who came by a link, and not by a program. It is served under PLAIN_POLICY. */
export function writeRefusalPage({ message, code }: GatewayError, requestId: string, journey: Journey): string {
  const { advice, final, next, title, usualAdvice } = journey;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/ui/style.css">
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(message)}</p>
<p>${escapeHtml(advice[code] ?? usualAdvice)}</p>
${final.has(code) ? '' : `<p><a href="${next.address}">${escapeHtml(next.label)}</a></p>\n`}<p>Code <code>${escapeHtml(code)}</code>, request id <code>${escapeHtml(requestId)}</code></p>
</main>
</body>
</html>
`;
}
