/**
 * True if the client shows pages: a browser that follows a link does, and rather than JSON (RFC 9110 section 12.5.1).
 */
export function wantsPage(accept: string | undefined): boolean {
  const page = weightOf(accept, 'text/html');
  return page > 0 && page >= weightOf(accept, 'application/json');
}

function weightOf(accept = '', type: string): number {
  for (const range of accept.toLowerCase().split(',')) {
    const [name, ...parameters] = range.split(';').map((part) => part.trim());
    if (name !== type) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
  }
  return 0;
}
