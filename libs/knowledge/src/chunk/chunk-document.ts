import type { RenderedDocument } from '../document/render-document.js';
import type { Chunk } from './chunk.js';
import { type Atom, cutIntoAtoms } from './cut-into-atoms.js';

export interface ChunkOptions {
  /** The most tokens of a chunk. A single character that has more is a chunk of its own. */
  readonly tokens: number;
  /** Tokens that a chunk repeats of the previous one where both are of one section. Less than `tokens`. */
  readonly overlap: number;
  /** Counts tokens as the embedding model does. */
  readonly count: (text: string) => number;
}

/** A section with less than this share of a chunk is joined with the next one. */
const SMALL_SECTION = 1 / 4;

/** A paragraph that does not fit starts a new chunk if the current one is at least this full. */
const FULL_ENOUGH = 1 / 2;

/** The atoms of the chunk that is being filled. The first `repeated` of them are of the chunk before. */
interface Filling {
  readonly atoms: Atom[];
  readonly repeated: number;
  tokens: number;
}

/**
 * Cuts a document into chunks by its structure: a chunk ends before a heading, else between paragraphs, else between
 * sentences, items, rows or lines. Together the chunks cover the whole text. The chunks are computed as they are asked
 * for, so that a caller can let other work run between them (docs/contract/knowledge.md#chunks).
 */
export function* chunkDocument(rendered: RenderedDocument, options: ChunkOptions): Generator<Chunk> {
  const { tokens: limit, overlap, count } = options;
  const atoms = new AtomQueue(cutIntoAtoms(rendered, limit, count));
  let filling = startFilling([]);
  for (let index = 0; atoms.first !== undefined; index += 1) {
    for (let atom = atoms.first; atom !== undefined && !endsBefore(atom, filling, limit); atom = atoms.first) {
      filling.atoms.push(atom);
      filling.tokens += atom.tokens;
      atoms.takeFirst();
    }
    if (atoms.first !== undefined) returnLastHeadings(filling, atoms);
    const [chunk, used] = fitChunk(rendered.text, filling, atoms, { index, limit, count });
    yield chunk;
    filling = startFilling(atoms.first === undefined ? [] : chooseOverlap(used, atoms.first, overlap, limit));
  }
}

function startFilling(repeated: readonly Atom[]): Filling {
  const tokens = repeated.reduce((sum, atom) => sum + atom.tokens, 0);
  return { atoms: [...repeated], repeated: repeated.length, tokens: tokens + (repeated[0]?.header?.tokens ?? 0) };
}

/** True if the chunk is to end before an atom. A chunk has at least one atom that no chunk before it has. */
function endsBefore(atom: Atom, { atoms, repeated, tokens }: Filling, limit: number): boolean {
  if (atoms.length === repeated) return false;
  if (tokens + atom.tokens > limit) return true;
  if (atom.kind === 'heading') return tokens >= limit * SMALL_SECTION && atoms.some(({ kind }) => kind !== 'heading');
  return atom.blockTokens <= limit && tokens + atom.blockTokens > limit && tokens >= limit * FULL_ENOUGH;
}

/** A heading belongs to what follows it. */
function returnLastHeadings(filling: Filling, atoms: AtomQueue): void {
  const { atoms: held, repeated } = filling;
  const last = held.findLastIndex(({ kind }) => kind !== 'heading');
  if (last < repeated) return;
  for (const atom of held.splice(last + 1).reverse()) atoms.putBack(atom);
}

/**
 * The chunk of the atoms. Tokens of parts do not always add up to the tokens of the whole, so atoms go back until the
 * chunk has at most `limit`; if one new atom is too much, what it repeats of the chunk before goes.
 */
function fitChunk(
  text: string,
  { atoms: held, repeated }: Filling,
  queue: AtomQueue,
  { index, limit, count }: { index: number; limit: number; count: (text: string) => number },
): [Chunk, readonly Atom[]] {
  let used = held;
  let chunk = toChunk(text, used, index, count);
  while (chunk.tokens > limit && used.length > repeated + 1) {
    for (const atom of used.slice(-1)) queue.putBack(atom);
    used = used.slice(0, -1);
    chunk = toChunk(text, used, index, count);
  }
  if (chunk.tokens > limit && repeated > 0) {
    used = used.slice(repeated);
    chunk = toChunk(text, used, index, count);
  }
  return [chunk, used];
}

function toChunk(text: string, atoms: readonly Atom[], index: number, count: (text: string) => number): Chunk {
  const first = atoms[0];
  const start = first?.start ?? 0;
  const end = atoms.at(-1)?.end ?? 0;
  const content = `${first?.header === undefined ? '' : `${first.header.text}\n`}${text.slice(start, end)}`;
  return {
    text: content,
    index,
    ...(first?.page !== undefined && { page: first.page }),
    headings: sharedPath(atoms),
    start,
    end,
    tokens: count(content),
  };
}

/** The headings above everything in the chunk that is not a heading itself. */
function sharedPath(atoms: readonly Atom[]): readonly string[] {
  const body = atoms.filter(({ kind }) => kind !== 'heading');
  const [first, ...others] = new Set((body.length === 0 ? atoms : body).map(({ path }) => path));
  if (first === undefined) return [];
  const differs = first.findIndex((heading, at) => others.some((path) => path[at] !== heading));
  return differs === -1 ? first : first.slice(0, differs);
}

/** The last sentences, items or lines of a chunk that fit into the overlap. Rows are not repeated, their header is. */
function chooseOverlap(atoms: readonly Atom[], next: Atom, overlap: number, limit: number): readonly Atom[] {
  if (next.kind === 'heading' || next.kind === 'table') return [];
  let room = Math.min(overlap, limit - next.tokens);
  let from = atoms.length;
  for (let atom = atoms[from - 1]; atom !== undefined && repeats(atom) && atom.tokens <= room; atom = atoms[from - 1]) {
    room -= atom.tokens;
    from -= 1;
  }
  // A chunk of which everything is repeated would say nothing of its own.
  return atoms.slice(Math.max(from, 1));
}

function repeats({ kind }: Atom): boolean {
  return kind !== 'heading' && kind !== 'table';
}

/** Atoms in order, some of which came back. */
class AtomQueue {
  private readonly returned: Atom[] = [];
  private nextAtom: Atom | undefined;

  constructor(private readonly source: Generator<Atom>) {
    this.takeFirst();
  }

  get first(): Atom | undefined {
    return this.returned.at(-1) ?? this.nextAtom;
  }

  takeFirst(): void {
    if (this.returned.pop() !== undefined) return;
    const { value, done } = this.source.next();
    this.nextAtom = done ? undefined : value;
  }

  putBack(atom: Atom): void {
    this.returned.push(atom);
  }
}
