const ESCAPED = /\\u(?:[0-9a-f]{4}|\{[0-9a-f]{1,6}\})|\\x[0-9a-f]{2}/i;
const ESCAPES = /\\(?:u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|x([0-9a-f]{2})|([\\"'/bfnrt]))/gi;

/** Texts are escaped again where JSON holds JSON; more often nobody does it. */
const MOST_TIMES = 3;
const LAST_CODE_POINT = 0x10ffff;

const CONTROLS: Readonly<Record<string, string>> = { b: ' ', f: '\n', n: '\n', r: '\n', t: '\t' };

/**
 * The text as it reads once its escape sequences are decoded, such as the `\u0042` that JSON writers put for letters, also
 * those of JSON within JSON; the very text where it has none. It need not be valid JSON, for what is looked into may be cut.
 *
 * @param isJson Whether `\n` and `\"` are escape sequences too; in other texts they may be anything, such as a path.
 */
export function unescapeText(text: string, isJson: boolean): string {
  let read = text;
  for (let time = 0; time < MOST_TIMES; time++) {
    if (!(isJson && time === 0 ? read.includes('\\') : ESCAPED.test(read))) break;
    read = read.replace(ESCAPES, (sequence, unit?: string, point?: string, byte?: string, mark?: string) => {
      const hex = unit ?? point ?? byte;
      if (hex === undefined) return CONTROLS[mark ?? ''] ?? mark ?? sequence;
      const code = Number.parseInt(hex, 16);
      return code > LAST_CODE_POINT ? sequence : String.fromCodePoint(code);
    });
  }
  return read;
}
