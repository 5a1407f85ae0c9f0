import { mapFreely, mapParameters } from './parameter-texts.js';
import { isMembers, mapEachMember, mapItems, mapMember, mapText, type TextMap } from './text-map.js';

type Members = Readonly<Record<string, unknown>>;

/** A text, a list of texts, or of parts that hold a text each; tokens stay what they are. */
function mapTexts(value: unknown, map: TextMap): unknown {
  if (typeof value === 'string') return map(value, 'user', 'plain');
  if (Array.isArray(value)) return mapItems(value, (item) => mapTexts(item, map));
  return isMembers(value) ? mapPart(value, map) : value;
}

/** Of a document that is an object, a provider may rank by any member. Addresses of images stay. */
function mapPart(part: Members, map: TextMap): Members {
  return mapEachMember(part, (member, name) => {
    if (name === 'type' || name === 'image_url') return member;
    return name === 'text' ? mapText(map, 'user')(member) : mapFreely(member, map, 'user');
  });
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
