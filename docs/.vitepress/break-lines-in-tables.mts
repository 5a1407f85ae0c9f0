interface Token {
  readonly type: string;
  readonly children: readonly Inline[] | null;
}

interface Inline {
  type: string;
  content: string;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Places behind the punctuation of a name; numbers stay whole, and so do entities. */
const BREAKS = /(?<=\w[\])]?[_./:,=|-]+)(?=[A-Za-z_&[(])|(?<=[a-z]_)(?=\d)/g;

/**
 * Lets lines in tables break within long names: `messages[0].content[1].image_url` would otherwise make its column as wide as itself.
 */
export function breakLinesInTables(tokens: readonly Token[]): void {
  let tables = 0;
  for (const { type, children } of tokens) {
    if (type === 'table_open') tables += 1;
    if (type === 'table_close') tables -= 1;
    if (tables > 0) for (const child of children ?? []) breakLines(child);
  }
}

function breakLines(child: Inline): void {
  const isCode = child.type === 'code_inline';
  if (!isCode && (child.type !== 'text' || child.content.search(BREAKS) < 0)) return;
  const text = child.content
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
    .replace(BREAKS, '<wbr>');
  child.type = 'html_inline';
  child.content = isCode ? `<code v-pre>${text}</code>` : text;
}
