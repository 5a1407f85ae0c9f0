/** The path of a request's URL as it was sent, without the query, and without the origin where a proxy sent that too. */
export function pathOf(url: string): string {
  const target = url.charCodeAt(0) === SLASH ? url : url.replace(/^https?:\/\/[^/?]*/i, '');
  const end = target.indexOf('?');
  return end === -1 ? target : target.slice(0, end);
}

/** Whether a path belongs to the messages format, whose clients read its own error shape and `request-id` header. */
export function isMessagesPath(path: string): boolean {
  return path.startsWith('/v1/messages') && (path.length === 12 || path.charCodeAt(12) === SLASH);
}

const SLASH = 47;
