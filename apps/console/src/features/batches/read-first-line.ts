/** First request of a file: its endpoint is that of all requests, and its model finds the provider for the upload. */
export interface FirstLine {
  readonly endpoint: string;
  readonly model: string;
}

/** A request has at most a few megabytes; a longer first line is not read. */
const LONGEST_LINE = 4 * 1024 * 1024;

/** Reads the beginning of a file for a batch; undefined if its first line is not a request. */
export async function readFirstLine(file: Blob): Promise<FirstLine | undefined> {
  const beginning = await file.slice(0, LONGEST_LINE).text();
  const [line] = beginning.split('\n').filter((each) => each.trim() !== '');
  if (line === undefined) return undefined;
  try {
    const { body, url } = JSON.parse(line) as { url?: unknown; body?: { model?: unknown } };
    return typeof url === 'string' && typeof body?.model === 'string'
      ? { endpoint: url, model: body.model }
      : undefined;
  } catch {
    return undefined;
  }
}
