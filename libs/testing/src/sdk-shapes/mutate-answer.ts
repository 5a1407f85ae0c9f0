/** A source of chance that says the same for the same seed (Mulberry32). */
export function seededChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Chance = () => number;
type Json = Record<string, unknown>;

function pick<Item>(items: readonly Item[], chance: Chance): Item {
  return items[Math.floor(chance() * items.length)] as Item;
}

/** Values of all types, among them those that hosts write in the place of others. */
const OTHERS: readonly unknown[] = [
  ...[null, '', 'x', 'null', '{}', 0, 1, -1, 0.5, 1e21, true, false, [], {}, [null], [{}], ['x'], { x: 1 }],
  ...['abort', 'tool_calls', 'MAX_TOKENS', { message: 'other words' }, [{ type: 'text', text: 'x' }]],
];

/** A copy of a JSON value in which one member, at any depth, was left out, doubled or given another type. */
export function mutateJson(value: unknown, chance: Chance): unknown {
  const copy: unknown = structuredClone(value);
  const places: [holder: Json | unknown[], key: string][] = [];
  const visit = (holder: unknown): void => {
    if (typeof holder !== 'object' || holder === null) return;
    for (const key of Object.keys(holder)) {
      places.push([holder as Json, key]);
      visit((holder as Json)[key]);
    }
  };
  visit(copy);
  if (places.length === 0) return pick(OTHERS, chance);
  const [holder, key] = pick(places, chance);
  const way = Math.floor(chance() * 3);
  if (Array.isArray(holder)) {
    if (way === 0) holder.splice(Number(key), 1);
    else if (way === 1) holder.push(structuredClone(holder[Number(key)]));
    else holder[Number(key)] = structuredClone(pick(OTHERS, chance));
  } else if (way === 0) delete holder[key];
  else holder[key] = structuredClone(pick(OTHERS, chance));
  return copy;
}

/** Events that hosts put into a stream to say that it failed. */
const ERRORS: readonly string[] = [
  'data: {"error":{"message":"secret words","code":500}}\n\n',
  'data: {"choices":null,"error_type":"BadRequestError","error_message":"secret words"}\n\n',
  'data: {"error_code":"REQUEST_LIMIT_EXCEEDED","message":"secret words"}\n\n',
  'data: {"object":"error","message":"secret words","code":500}\n\n',
  'data: {"detail":"secret words"}\n\n',
  'data: {"success":false,"errors":[{"message":"secret words"}]}\n\n',
  'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"secret words"}}\n\n',
  'data: secret words\n\n',
  '<html><body>secret words</body></html>\n\n',
  '{"error":{"message":"secret words"}}\n\n',
];

/** The events of a stream after one mutation: one left out, doubled, moved, cut or changed inside, an error put in, or the end cut off. */
export function mutateEvents(
  events: readonly string[],
  chance: Chance,
): { readonly events: string[]; readonly what: string } {
  const mutated = [...events];
  const at = Math.floor(chance() * mutated.length);
  const event = mutated[at] ?? '';
  const what = pick(
    ['drop', 'double', 'swap', 'cut', 'end', 'error', 'inside', 'inside', 'inside', 'inside'] as const,
    chance,
  );
  if (what === 'drop') mutated.splice(at, 1);
  else if (what === 'double') mutated.splice(at, 0, event);
  else if (what === 'swap' && at > 0) [mutated[at - 1], mutated[at]] = [event, mutated[at - 1] ?? ''];
  else if (what === 'cut') mutated[at] = event.slice(0, Math.floor(chance() * event.length));
  else if (what === 'end') mutated.length = at;
  else if (what === 'error') mutated.splice(at, 0, pick(ERRORS, chance));
  else if (what === 'inside') mutated[at] = event.replace(/\{.*\}/s, (json) => mutateText(json, chance));
  return { events: mutated, what: `${what} ${at}` };
}

function mutateText(json: string, chance: Chance): string {
  try {
    return JSON.stringify(mutateJson(JSON.parse(json), chance)) ?? 'null';
  } catch {
    return json;
  }
}
