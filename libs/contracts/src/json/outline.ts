/**
 * The outline of a request holds a placeholder in the place of each long text, so that a long prompt is sent on without being parsed. It says
 * how long the text is, and nothing else: only what asks for the form of a request may read an outline, and never its words.
 */
interface Outline {
  prefix: string;
  isRead: boolean;
}

const OUTLINE: Outline = { prefix: 'a text that nobody has read ', isRead: false };

/** Has placeholders begin with letters and digits that no client can guess, so that none can write one. Called once, at the start. */
export function setPlaceholderSecret(secret: string): void {
  OUTLINE.prefix = `a text that nobody has read ${secret} `;
}

/** Placeholder for a text of so many UTF-16 code units and UTF-8 bytes. */
export function placeholderFor(units: number, bytes: number): string {
  return `${OUTLINE.prefix}${units} ${bytes}`;
}

/** Has requests say their outline while `read` runs, which must be done when it returns. */
export function inOutline<Result>(read: () => Result): Result {
  const before = OUTLINE.isRead;
  OUTLINE.isRead = true;
  try {
    return read();
  } finally {
    OUTLINE.isRead = before;
  }
}

/** True while `inOutline` runs. */
export function readsOutline(): boolean {
  return OUTLINE.isRead;
}

/** True if a text has a placeholder in it. */
export function holdsPlaceholder(text: string): boolean {
  return text.includes(OUTLINE.prefix);
}

/** The UTF-16 code units of a text, or of what it stands for. */
export function unitsOf(text: string): number {
  if (!OUTLINE.isRead || !text.startsWith(OUTLINE.prefix)) return text.length;
  return Number(text.slice(OUTLINE.prefix.length, text.lastIndexOf(' ')));
}

/** The length of a text in UTF-8, or of what it stands for. */
export function bytesOf(text: string): number {
  if (!OUTLINE.isRead || !text.startsWith(OUTLINE.prefix)) return Buffer.byteLength(text);
  return Number(text.slice(text.lastIndexOf(' ') + 1));
}
