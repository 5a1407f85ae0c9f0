const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = '11434';

/**
 * The address that OLLAMA_HOST means, without a trailing slash: scheme and port may be left out
 * (https://docs.ollama.com/faq). The variable also tells the server what to listen on, so it may be a wildcard, which
 * stands for this machine. Undefined when it is no address.
 */
export function readOllamaAddress(value = ''): string | undefined {
  const text = value.trim();
  const hasScheme = /^https?:\/\//i.test(text);
  const spelled = hasScheme ? text : `http://${text.startsWith(':') || text === '' ? DEFAULT_HOST : ''}${text}`;
  if (!URL.canParse(spelled)) return undefined;
  const url = new URL(spelled);
  const host = ['0.0.0.0', '[::]'].includes(url.hostname) ? DEFAULT_HOST : url.hostname;
  // With a scheme the scheme's port is meant, and URL leaves that one out too; ":80" without a scheme is left out alike.
  const port = hasScheme || /:80$/.test(text) ? url.port : url.port || DEFAULT_PORT;
  return `${url.protocol}//${host}${port === '' ? '' : `:${port}`}${url.pathname.replace(/\/+$/, '')}`;
}
