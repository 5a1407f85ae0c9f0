/** Random numbers that are the same in every run: mulberry32. */
export class Dice {
  constructor(private state: number) {}

  /** A whole number below `end`. */
  below(end: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  }

  of<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }
}

export const SPACES = ['', '', '', ' ', '\n\t', '\r '] as const;
const NAMES = ['a', 'b', 'c', 'model', 'model', '__proto__', 'n"', 'n\\', 'é', '1', '0', '🙂', '', 'toString'] as const;
const PIECES = [
  ...[
    'x',
    'é',
    '漢',
    '🙂',
    '\\n',
    '\\"',
    '\\\\',
    '\\/',
    '\\u0041',
    '\\ud83d',
    '\\ude42',
    '\\u0000',
    '{',
    '}',
    '[',
    ']',
  ],
  ...[':', ',', '1234567890123456', '\u2028', '\u007f', ' a longer piece of text that is looked for by a search ', "'"],
] as unknown as readonly [string, ...string[]];
const NUMBERS = [
  ...['0', '-0', '1.0', '-1.50', '1e2', '1E+2', '1e400', '-1e999', '1e-400', '999999999999999', '123456789012345.6'],
  ...['1234567890123456', '9007199254740993', '-12345678901234567890', '0.1234567890123456', '12e15', 'true', 'null'],
] as unknown as readonly [string, ...string[]];

export function makeString(dice: Dice): string {
  let text = '';
  for (let left = dice.below(dice.below(20) === 0 ? 40 : 5); left > 0; left -= 1) text += dice.of(PIECES);
  return `"${text}"`;
}

/** A name, at times with one of its characters as an escape. */
function makeName(dice: Dice): string {
  const name = dice.below(12) === 0 ? `n${dice.below(1000)}` : dice.of(NAMES);
  const written = JSON.stringify(name);
  if (dice.below(5) > 0 || !/^[\w\u00e9]/.test(name) || /["\\]/.test(name)) return written;
  const code = name.charCodeAt(0).toString(16).padStart(4, '0');
  return `"\\u${dice.below(2) === 0 ? code : code.toUpperCase()}${name.slice(1)}"`;
}

export function makeValue(dice: Dice, depth: number): string {
  const kind = dice.below(depth > 4 ? 4 : 8);
  const space = (): string => dice.of(SPACES);
  if (kind < 2) return makeString(dice);
  // Most numbers are ordinary, or hardly a body would be sent as it came.
  if (kind < 4) return dice.below(4) === 0 ? dice.of(NUMBERS) : String(dice.below(1000) / 8);
  if (kind === 4) return dice.of(['true', 'false', 'null', '{}', '[]']);
  if (kind === 5) {
    const items = Array.from({ length: dice.below(4) }, () => `${space()}${makeValue(dice, depth + 1)}${space()}`);
    return `[${items.join()}]`;
  }
  return makeObject(dice, depth);
}

export function makeObject(dice: Dice, depth: number): string {
  const space = (): string => dice.of(SPACES);
  const members = Array.from(
    { length: dice.below(5) },
    () => `${space()}${makeName(dice)}${space()}:${space()}${makeValue(dice, depth + 1)}${space()}`,
  );
  return `{${members.join()}}`;
}

/** At times no JSON any more, and at times no UTF-8 either. */
export function damage(dice: Dice, text: string): string {
  if (dice.below(6) > 0) return text;
  const at = dice.below(text.length + 1);
  const put =
    dice.below(3) === 0 ? '' : dice.of(['"', '\\', ',', ':', '{', '}', '[', ']', '1', '\u0001', '\ud800', ' ']);
  return text.slice(0, at) + put + text.slice(at + dice.below(3));
}

/** Some changes of the outermost object, as an encoder makes them. */
export function change(dice: Dice, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const changed: Record<string, unknown> = { ...body };
  const names = Object.keys(body);
  for (let left = dice.below(4); left > 0; left -= 1) {
    const name = dice.below(3) === 0 || names.length === 0 ? dice.of(NAMES) : (names[dice.below(names.length)] ?? 'a');
    const value = dice.of<unknown>([undefined, 'other', 1, null, { x: ['"'] }]);
    Object.defineProperty(changed, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return changed;
}
