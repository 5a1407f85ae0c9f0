/**
 * The address that a variable such as OLLAMA_HOST means, without a trailing slash: scheme and port may be left out
 * (https://docs.ollama.com/faq). The server also reads from it what to listen on, so it may be a wildcard, which
 * means this machine. Undefined when it is no address.
 *
 * @param byDefault Scheme, host and port where the server listens when nobody says otherwise.
 */
export function readLocalAddress(value: string | undefined, byDefault: string): string | undefined {
  const { hostname: defaultHost, port: defaultPort } = new URL(byDefault);
  const text = (value ?? '').trim();
  const hasScheme = /^https?:\/\//i.test(text);
  const spelled = hasScheme ? text : `http://${text.startsWith(':') || text === '' ? defaultHost : ''}${text}`;
  if (!URL.canParse(spelled)) return undefined;
  const url = new URL(spelled);
  const host = ['0.0.0.0', '[::]'].includes(url.hostname) ? defaultHost : url.hostname;
  // With a scheme the scheme's port is meant, and URL leaves that one out too; ":80" without a scheme is left out alike.
  const port = hasScheme || /:80$/.test(text) ? url.port : url.port || defaultPort;
  return `${url.protocol}//${host}${port === '' ? '' : `:${port}`}${url.pathname.replace(/\/+$/, '')}`;
}
