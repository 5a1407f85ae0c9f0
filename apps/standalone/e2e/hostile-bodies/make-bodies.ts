/** A hostile JSON value: as much of one thing as is asked for. */
export interface Shape {
  readonly name: string;
  readonly open: string;
  readonly close: string;
  /** The thing itself, distinguished by its number. */
  readonly unit: (index: number) => string;
  /** Number of objects, lists and named members that each counts. */
  readonly members: number;
  /** The separator between two of them. */
  readonly between: ',' | '';
}

const shape = (name: string, frame: string, members: number, unit: (index: number) => string): Shape => ({
  name,
  open: frame.slice(0, 1),
  close: frame.slice(1),
  unit,
  members,
  between: frame === '""' ? '' : ',',
});

/** Everything that has once cost more than its bytes. */
export const SHAPES: readonly Shape[] = [
  shape('names', '{}', 1, (n) => `"name${n}":1`),
  shape('numbers as names', '{}', 1, (n) => `"${n * 37}":1`),
  shape('names with escapes', '{}', 1, (n) => `"n\\\\${n}":1`),
  shape('the same name', '{}', 1, () => '"n":1'),
  shape('empty objects', '[]', 1, () => '{}'),
  shape('empty lists', '[]', 1, () => '[]'),
  shape('objects of other names each', '[]', 2, (n) => `{"n${n}":1}`),
  shape('messages', '[]', 3, () => '{"role":"user","content":"hi"}'),
  shape('parts', '[]', 3, () => '{"type":"text","text":"hi"}'),
  shape('texts', '[]', 0, () => '"hi"'),
  shape('numbers', '[]', 0, () => '1'),
  shape('fractions', '[]', 0, (n) => `${n}.12345`),
  shape('long integers', '[]', 0, (n) => `12345678901234567${n}`),
  shape('text', '""', 0, () => 'The quick brown fox. '),
  shape('text without spaces', '""', 0, () => 'abcdefgh'),
  shape('text in another script', '""', 0, () => '漢字かな交じり文'),
  shape('text of two scripts', '""', 0, () => 'The quick brown fox and the lazy dog 漢. '),
  shape('text of digits', '""', 0, () => '123456789012345 '),
  shape('text of escapes', '""', 0, () => '\\u0041\\n'),
  shape('text of quotes', '""', 0, () => '\\"\\\\'),
  shape('text of brackets', '""', 0, () => '[{:,}]'),
  { name: 'levels', open: '', close: '', unit: () => '', members: 0, between: '' },
];

/** A value of about so many bytes. */
export function fillBytes(of: Shape, bytes: number): string {
  if (of.name === 'levels') return '['.repeat(bytes / 2) + ']'.repeat(bytes / 2);
  return fill(of, Math.floor(bytes / (Buffer.byteLength(of.unit(9999)) + of.between.length)));
}

/** A value that holds just less than a limit allows; undefined if it has no such limit. */
export function fillLimit(of: Shape, limits: { readonly members: number; readonly items: number }): string | undefined {
  if (of.name === 'levels') return `${'['.repeat(250)}${']'.repeat(250)}`;
  if (of.between === '') return undefined;
  const mostMembers = of.members === 0 ? Number.POSITIVE_INFINITY : (limits.members - 100) / of.members;
  const itemsOfEach = 1 + Math.max(0, (of.unit(1).match(/,/g) ?? []).length);
  return fill(of, Math.floor(Math.min(mostMembers, (limits.items - 100) / itemsOfEach)));
}

function fill(of: Shape, count: number): string {
  if (of.between === '') return of.open + of.unit(0).repeat(count) + of.close;
  const units: string[] = [];
  for (let index = 0; index < count; index += 1) units.push(of.unit(index));
  return of.open + units.join(of.between) + of.close;
}
