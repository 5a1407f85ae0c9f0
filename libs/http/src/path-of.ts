/** The path of a request's URL as it was sent, without the query, and without the origin where a proxy sent that too. */
export function pathOf(url: string): string {
  const target = url.charCodeAt(0) === SLASH ? url : url.replace(/^https?:\/\/[^/?]*/i, '');
  const end = target.indexOf('?');
  return end === -1 ? target : target.slice(0, end);
}

const SLASH = 47;
