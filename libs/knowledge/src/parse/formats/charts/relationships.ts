import { posix } from 'node:path';
import { elementsNamed, readXml } from '../read-xml.js';

/** The parts of an Office document by their names. */
export type Parts = ReadonlyMap<string, Buffer>;

export interface Relationship {
  readonly id: string;
  /** The last word of its type: `chart`, `drawing`, `slide`. */
  readonly type: string;
  /** The name of the part that it leads to. */
  readonly target: string;
}

/** Path of the relationships of a part (ECMA-376 part 2, 9.3). */
export function nameRelationships(part: string): string {
  return posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
}

/** Lists the parts that a part refers to within the document. */
export function listRelationships(parts: Parts, part: string): Relationship[] {
  const xml = parts.get(part === '' ? '_rels/.rels' : nameRelationships(part));
  if (xml === undefined) return [];
  return [...elementsNamed(readXml(xml), 'Relationship')]
    .filter(({ attribs }) => attribs.TargetMode !== 'External')
    .map(({ attribs: { Id: id = '', Target = '', Type = '' } }) => ({
      id,
      type: Type.split('/').at(-1) ?? '',
      target: Target.startsWith('/') ? Target.slice(1) : posix.join(posix.dirname(part || '.'), Target),
    }));
}
