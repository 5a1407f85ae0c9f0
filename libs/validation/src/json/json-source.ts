import { holdsPlaceholder, isRecord } from '@multilane/contracts';
import type { JsonMeter, MemberPlace } from './json-meter.js';
import { type BodySource, noteSource, type OutlinedList } from './parse-json-body.js';

/** A member of the body as the client wrote it. */
interface SourceMember {
  readonly name: string;
  /** Parsed value. */
  readonly value: unknown;
  /** From the opening quote of its name to behind its value. */
  readonly from: number;
  readonly to: number;
}

/** A member of more bytes is never written anew here: that would hold others up. */
const LONGEST_REPLACED = 64 * 1024;

/**
 * The bytes that a body was parsed from. Another body of the same members is written with the bytes of those that are the same, which
 * takes less than a tenth of the time that writing all of them takes.
 */
class JsonSource implements BodySource {
  private readonly names: ReadonlySet<string>;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly members: readonly SourceMember[],
    private readonly outlined: OutlinedList | undefined,
    readonly isWellFormed: boolean,
  ) {
    this.names = new Set(members.map(({ name }) => name));
  }

  get length(): number {
    return this.bytes.length;
  }

  get isOutlined(): boolean {
    return this.outlined !== undefined;
  }

  write(body: Readonly<Record<string, unknown>>): readonly Uint8Array[] | undefined {
    const pieces: Uint8Array[] = [];
    let run: SourceMember | undefined;
    let last: SourceMember | undefined;
    const endRun = (): void => {
      if (run !== undefined && last !== undefined) add(pieces, this.bytes.subarray(run.from, last.to));
      run = undefined;
    };
    for (const member of this.members) {
      const value = Object.hasOwn(body, member.name) ? body[member.name] : undefined;
      if (this.isUnchanged(member, value)) {
        run ??= member;
        last = member;
        continue;
      }
      endRun();
      if (value === undefined) continue;
      if (member.to - member.from > LONGEST_REPLACED) return undefined;
      const written = this.writeMember(member.name, value);
      if (written === undefined) return undefined;
      add(pieces, written);
    }
    endRun();
    for (const name of Object.keys(body)) {
      const value = body[name];
      if (value === undefined || this.names.has(name)) continue;
      const written = this.writeMember(name, value);
      if (written === undefined) return undefined;
      add(pieces, written);
    }
    if (pieces.length === 0) pieces.push(OPEN);
    pieces.push(CLOSE);
    return joinShort(pieces);
  }

  /** Undefined if the value has a placeholder instead of a text. */
  private writeMember(name: string, value: unknown): Buffer | undefined {
    const written = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
    return this.outlined !== undefined && holdsPlaceholder(written) ? undefined : Buffer.from(written);
  }

  private isUnchanged(member: SourceMember, value: unknown): boolean {
    if (Object.is(value, member.value)) return !mayBeSpeltOtherwise(value);
    const { outlined } = this;
    return outlined !== undefined && member.value === outlined.outline && value === outlined.parsed;
  }
}

const OPEN = Buffer.from('{');
const COMMA = Buffer.from(',');
const CLOSE = Buffer.from('}');

function add(pieces: Uint8Array[], member: Uint8Array): void {
  pieces.push(pieces.length === 0 ? OPEN : COMMA, member);
}

/** Each piece costs a system call, which takes as long as copying so many bytes. */
const LEAST_PIECE = 64 * 1024;

function joinShort(pieces: readonly Uint8Array[]): readonly Uint8Array[] {
  const joined: Uint8Array[] = [];
  let from = 0;
  for (const [at, piece] of pieces.entries()) {
    if (piece.length < LEAST_PIECE) continue;
    if (at > from) joined.push(Buffer.concat(pieces.slice(from, at)));
    joined.push(piece);
    from = at + 1;
  }
  if (from < pieces.length) joined.push(Buffer.concat(pieces.slice(from)));
  return joined;
}

/** `100.0` and `1e2` are no integers to every reader: they are written anew, as in a short body. */
function mayBeSpeltOtherwise(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value);
}

/**
 * Keeps the bytes of a parsed body, so that its members can be sent as the client wrote them, if whoever parses the bytes finds in
 * them what is in the value and nothing else (docs/contract/requests.md#json-bodies):
 *
 * - No object of it, however deep, has two members of one name, of which parsers take the first, the last or both. There would be more
 *   colons in the text than members in the value: the parser keeps one of them.
 * - No number of it is one that a double cannot hold: those of 16 digits, and those that are infinite to a double.
 * - The parser has taken the bytes for JSON in UTF-8.
 *
 * @param meter one that has read the bytes, and nothing else
 * @param outlined a list of the value that has placeholders
 * @param isWellFormed true if no escape of the bytes is half a surrogate pair; false if nobody has looked
 */
export function keepSource(
  value: unknown,
  bytes: Buffer,
  meter: JsonMeter,
  outlined?: OutlinedList,
  isWellFormed = false,
): void {
  if (!isRecord(value) || meter.hasLongNumbers || !meter.hasAllPlaces) return;
  if (countMembers(value) !== meter.memberCount) return;
  const members = meter.places.map((place) => readMember(value, bytes, place));
  if (members.length !== Object.keys(value).length) return;
  noteSource(value, new JsonSource(bytes, members, outlined, isWellFormed));
}

function readMember(body: Readonly<Record<string, unknown>>, bytes: Buffer, place: MemberPlace): SourceMember {
  const from = place.nameStart - 1;
  const name = JSON.parse(bytes.toString('utf8', from, place.nameEnd + 1)) as string;
  return { name, value: body[name], from, to: place.end };
}

/** The objects, lists and members of a value; not a number if the value holds one that is infinite. */
function countMembers(value: unknown): number {
  if (typeof value === 'number') return Number.isFinite(value) ? 0 : Number.NaN;
  if (typeof value !== 'object' || value === null) return 0;
  let count = 1;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) count += countMembers(value[index]);
    return count;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in members) count += 1 + countMembers(members[name]);
  return count;
}
