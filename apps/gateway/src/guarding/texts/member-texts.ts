import { mapOthers, mapParameters } from './parameter-texts.js';
import { isMembers, mapItems, mapMember, mapText, type TextMap } from './text-map.js';

type Members = Readonly<Record<string, unknown>>;

/** Members of a part that are mapped by what they are, or that stay: types, and addresses of images. */
const OF_PART: ReadonlySet<string> = new Set(['type', 'text', 'image_url']);

/** A text, a list of texts, or of parts that hold a text each, of which a provider may read any member; tokens stay what they are. */
function mapTexts(value: unknown, map: TextMap): unknown {
  if (typeof value === 'string') return map(value, 'user', 'plain');
  if (Array.isArray(value)) return mapItems(value, (item) => mapTexts(item, map));
  return isMembers(value) ? mapOthers(mapMember(value, 'text', mapText(map, 'user')), OF_PART, map, 'user') : value;
}

/** Maps the given members of a request, each a text or a list of texts, and its parameters. */
export function mapMembers<Request extends Members>(
  request: Request,
  names: ReadonlySet<string>,
  map: TextMap,
): Request {
  let mapped = request;
  for (const name of names) mapped = mapMember(mapped, name, (value) => mapTexts(value, map));
  return mapParameters(mapped, names, map);
}
