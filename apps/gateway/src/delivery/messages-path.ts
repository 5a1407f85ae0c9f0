/** Whether a path belongs to the messages format, whose clients read its own error shape and `request-id` header. */
export function isMessagesPath(path: string): boolean {
  return path.startsWith('/v1/messages') && (path.length === 12 || path.charCodeAt(12) === SLASH);
}

const SLASH = 47;
