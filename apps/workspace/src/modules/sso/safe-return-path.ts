import { GatewayError } from '@multilane/errors';

/** Any origin works: the path is resolved against it, to see whether it stays there. */
const HERE = 'https://here.invalid';

/**
 * Returns the address of a browser after the sign-in: a page of this very site, and nowhere else. A path that is no page leads to the
 * console. Fails with 400 `return_to`.
 *
 * @param basePath of the address that people use
 */
export function toSafeReturnPath(text: string, basePath = ''): string {
  const isPath = /^\/(?![/\\])[\x21-\x7e]*$/.test(text) && !text.includes('\\');
  const url = isPath ? URL.parse(text, HERE) : null;
  if (url === null || url.origin !== HERE || url.pathname.startsWith('//')) {
    throw new GatewayError('invalid_value', {
      param: 'return_to',
      message: '`return_to` must be a path of this site, such as /ui.',
    });
  }
  const console = `${basePath}/ui`;
  const isPage = url.pathname === `${basePath}/` || url.pathname === console || url.pathname.startsWith(`${console}/`);
  return isPage ? `${url.pathname}${url.search}${url.hash}` : console;
}
