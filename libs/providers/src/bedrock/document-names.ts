const NAMELESS = 'document';
/** The provider takes 200 characters; the rest is for what distinguishes namesakes. */
const LONGEST_NAME = 190;

/**
 * Gives the documents of one request their names. The provider demands a name of letters, digits, single spaces, hyphens,
 * parentheses and square brackets, and rejects the same name twice, also in different messages
 * (docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_DocumentBlock.html). The same conversation gets the same
 * names again, so that what was cached of it stays valid. Lossy: the extension, and characters that are not allowed.
 */
export class DocumentNames {
  readonly #taken = new Set<string>();

  take(filename: string | undefined): string {
    const base = toAllowedName(filename ?? '');
    let name = base;
    for (let count = 2; this.#taken.has(name.toLowerCase()); count++) name = `${base} (${count})`;
    this.#taken.add(name.toLowerCase());
    return name;
  }
}

function toAllowedName(filename: string): string {
  const name = filename
    .slice(0, 2 * LONGEST_NAME)
    .replace(/\.[A-Za-z0-9]{1,8}$/, '')
    .replace(/[^A-Za-z0-9()[\]-]+/g, ' ');
  return name.trim().slice(0, LONGEST_NAME).trim() || NAMELESS;
}
