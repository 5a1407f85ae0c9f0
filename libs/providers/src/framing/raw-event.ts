/** The name of a raw event of a stream that begins with it, as providers' events do; empty for any other. */
export function readEventName(raw: string): string {
  if (!raw.startsWith('event:')) return '';
  const end = raw.indexOf('\n');
  return raw.slice(6, end === -1 ? undefined : end).trim();
}

/** The data of a raw event of a stream, its lines joined; empty if it has none. */
export function readEventData(raw: string): string {
  return raw
    .split(/\r\n|\n|\r/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5))
    .join('\n')
    .trim();
}
