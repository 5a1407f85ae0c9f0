/** Pages that work without the console load their own style and nothing else. */
export const PLAIN_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const PLAIN_STYLE = `:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
body { margin: 0 auto; max-width: 44rem; padding: 2rem 1rem; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { border: 1px solid; border-radius: 0.3rem; overflow-x: auto; padding: 0.8rem; }
a:focus-visible, pre:focus-visible { outline: 3px solid; outline-offset: 2px; }
`;

/** Page at /ui while the console has not been built; its placeholders are those of the console's page. */
export const UNBUILT_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="sign-in" content="__SIGN_IN__">
<title>Multilane</title>
<link rel="stylesheet" href="__BASE_PATH__/ui/style.css">
</head>
<body>
<main>
<h1>The console is not built</h1>
<p>The service runs, and its API answers. To get the console, run this in the project, then restart the service:</p>
<pre tabindex="0"><code>pnpm build</code></pre>
<ul>
<li><a href="__BASE_PATH__/docs">Documentation of the API</a></li>
<li><a href="__BASE_PATH__/openapi.json">OpenAPI document</a></li>
</ul>
</main>
</body>
</html>
`;
