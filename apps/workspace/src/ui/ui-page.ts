/** The page loads its own style and nothing else. */
export const UI_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const UI_STYLE = `:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
body { margin: 0 auto; max-width: 44rem; padding: 2rem 1rem; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { border: 1px solid; border-radius: 0.3rem; overflow-x: auto; padding: 0.8rem; }
a:focus-visible, pre:focus-visible { outline: 3px solid; outline-offset: 2px; }
`;

const setupStep = (address: string) => `<section aria-labelledby="setup">
<h2 id="setup">First step: the owner</h2>
<p>There are no accounts yet. The service printed a setup token when it started. Use it to create the first owner:</p>
<pre tabindex="0"><code>curl -i -X POST ${address}/auth/setup \\
  -H 'content-type: application/json' \\
  -d '{"token": "ml_setup_…", "email": "you@example.com", "name": "You", "password": "at least 12 characters"}'</code></pre>
<p>The response sets the cookie <code>ml_session</code>. You are now signed in.</p>
</section>`;

const signInStep = (offersSso: boolean) => `<section aria-labelledby="sign-in">
<h2 id="sign-in">Sign in</h2>
<p>Send <code>email</code> and <code>password</code> to <code>POST /auth/login</code>. The response sets a session cookie.</p>
${offersSso ? '<p><a href="/auth/sso/start">Sign in with single sign-on</a></p>\n' : ''}</section>`;

export interface UiFacts {
  /** Whether nobody has an account yet. */
  readonly needsSetup: boolean;
  /** Whether people can sign in with an identity provider. */
  readonly offersSso: boolean;
  /** Where the service is reached: an origin, as browsers write it. */
  readonly address: string;
}

/** The page, whole: it works without scripts. */
export function writeUiPage({ needsSetup, offersSso, address }: UiFacts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Multilane</title>
<link rel="stylesheet" href="/ui/style.css">
</head>
<body>
<main>
<h1>Multilane</h1>
<p>This is the control plane of an AI gateway: people, teams, credentials and policies. You use it through its API.</p>
${needsSetup ? setupStep(address) : signInStep(offersSso)}
<section aria-labelledby="api">
<h2 id="api">The API</h2>
<ul>
<li><a href="/docs">Documentation</a></li>
<li><a href="/openapi.json">OpenAPI document</a></li>
</ul>
</section>
</main>
</body>
</html>
`;
}
