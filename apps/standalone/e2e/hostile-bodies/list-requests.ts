import { fillBytes, fillLimit, SHAPES, type Shape } from './make-bodies.js';

const MEGABYTE = 1024 * 1024;

/** `server.request_body_limit_mb` of what is started, less what surrounds a body. */
export const GATEWAY_BYTES = 32 * MEGABYTE - 4096;
const WORKSPACE_BYTES = MEGABYTE - 1024;

const GATEWAY_LIMITS = { members: 50_000, items: 500_000 };
const WORKSPACE_LIMITS = { members: 40_000, items: 60_000 };

export interface Route {
  readonly method: string;
  readonly path: string;
  /** Names of the body's members, as the route documents them. */
  readonly fields: readonly string[];
}

export interface HostileRequest {
  readonly name: string;
  readonly body: () => string;
}

interface Document {
  readonly paths: Record<string, Record<string, { requestBody?: { content?: Record<string, { schema?: Schema }> } }>>;
  readonly components?: { readonly schemas?: Record<string, Schema> };
}

interface Schema {
  readonly $ref?: string;
  readonly properties?: Record<string, unknown>;
  readonly oneOf?: readonly Schema[];
}

/** Every route that takes a body, from the service's own description of itself. */
export function listRoutes(document: Document): Route[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) => {
      if (requestBody === undefined) return [];
      const [content] = Object.values(requestBody.content ?? {});
      const filled = path.replace(/\{[^}]+\}/g, '01930000-0000-7000-8000-00000000000a');
      return [{ method: method.toUpperCase(), path: filled, fields: fieldsOf(content?.schema, document) }];
    }),
  );
}

function fieldsOf(schema: Schema | undefined, document: Document): string[] {
  if (schema === undefined) return [];
  if (schema.$ref !== undefined)
    return fieldsOf(document.components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''], document);
  const own = Object.keys(schema.properties ?? {});
  return [...own, ...(schema.oneOf ?? []).flatMap((each) => fieldsOf(each, document))];
}

/** The requests that carry a hostile value, so that it gets as far as it can. Anything else goes into a documented field. */
const FRAMES: Readonly<Record<string, readonly string[]>> = {
  '/v1/chat/completions': [
    '{"model":"our-chat","messages":[{"role":"user","content":$}]}',
    '{"model":"our-chat","seed":12345678901234567890,"n\\\\":1,"messages":[{"role":"user","content":$}]}',
    '{"model":"our-chat","messages":$}',
    '{"model":"our-chat","messages":[{"role":"user","content":"hi"}],"unknown":$}',
    '{"model":"our-chat","messages":[{"role":"user","content":"hi"}],"tools":[{"type":"function","function":{"name":"f","parameters":$}}]}',
  ],
  '/v1/responses': ['{"model":"our-chat","input":$}', '{"model":"our-chat","input":"hi","unknown":$}'],
  '/v1/messages': [
    '{"model":"our-chat","max_tokens":9,"messages":[{"role":"user","content":$}]}',
    '{"model":"our-chat","max_tokens":9,"messages":$}',
  ],
  '/v1/messages/count_tokens': ['{"model":"our-chat","messages":[{"role":"user","content":$}]}'],
  '/v1/completions': ['{"model":"our-completion","prompt":$}'],
  '/v1/embeddings': ['{"model":"our-embedding","input":$}'],
  '/v1/rerank': [
    '{"model":"our-rerank","query":$,"documents":["a"]}',
    '{"model":"our-rerank","query":"q","documents":$}',
  ],
  '/v1/moderations': ['{"input":$}'],
  '/mcp': [
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sample__echo","arguments":{"text":$}}}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":$}',
  ],
};

const isGateway = ({ path }: Route): boolean => /^\/(v1\/|a2a\/|mcp(\/|$))/.test(path);

/** Shapes that cost most in any field. */
const WORST = new Set([
  'names with escapes',
  'objects of other names each',
  'parts',
  'fractions',
  'text of two scripts',
  'text of escapes',
]);

/**
 * Lists the requests to a route, of each shape as much as the limits allow, and as large as a body may be. Sizes and shapes are not
 * multiplied by everything, but each meets each parser:
 *
 * - A route of the control plane gets each shape in one of its fields.
 * - One of the data plane that has frames gets what costs most in every frame. A whole one gets every shape: in every size in its
 *   first frame, and as many as may be in its second, which another parser reads, and in one of the others in turn.
 * - The others of the data plane read a body in one way before they look at it: each gets one large text, in turn, and of the
 *   other shapes as many as may be.
 *
 * @param isWhole whether every shape, or only those that cost most
 * @param turn which of the large texts a route without frames gets
 */
export function listRequests(route: Route, isWhole: boolean, turn = 0): HostileRequest[] {
  const isLarge = isGateway(route);
  const limits = isLarge ? GATEWAY_LIMITS : WORKSPACE_LIMITS;
  const largest = isLarge ? GATEWAY_BYTES : WORKSPACE_BYTES;
  const { fields, path } = route;
  const frames = FRAMES[path] ?? [];
  return chooseShapes(isWhole, isLarge && frames.length === 0 ? turn : undefined).flatMap(([index, shape]) => {
    const field = `{"${fields[index % Math.max(1, fields.length)] ?? 'name'}":$}`;
    const [first = field] = frames;
    const within = fillLimit(shape, limits);
    const put = (frame: string, size: string, value: () => string): HostileRequest => ({
      name: `${shape.name}, ${size}, in ${frame.slice(0, 80)}`,
      body: () => frame.replace('$', value),
    });
    const isText = within === undefined;
    const bare = shape.open === '{' ? ['$'] : [];
    const [one, two, ...more] = [...frames, field];
    const chosen = isWhole ? [one, two, more[index % more.length]] : [one, two, ...more];
    return [
      ...(isLarge && isWhole ? [put(first, '4 KB', () => fillBytes(shape, 4096))] : []),
      ...(isText || (isLarge && isWhole) ? [put(first, 'as large as may be', () => fillBytes(shape, largest))] : []),
      ...(isText || within.length > largest ? [] : [...bare, ...chosen.filter((frame) => frame !== undefined)]).map(
        (frame) => put(frame, 'as many as may be', () => within ?? ''),
      ),
    ];
  });
}

/**
 * The shapes with their numbers: all, or those that cost most.
 *
 * @param turn if given, only one of the texts among those that cost most, whose turn it is
 */
function chooseShapes(isWhole: boolean, turn: number | undefined): (readonly [index: number, shape: Shape])[] {
  const chosen = [...SHAPES.entries()].filter(([, { name }]) => isWhole || WORST.has(name));
  if (isWhole || turn === undefined) return chosen;
  const texts = chosen.filter(([, { open }]) => open === '"');
  const [, text] = texts[turn % texts.length] ?? [];
  return chosen.filter(([, shape]) => shape.open !== '"' || shape === text);
}

/**
 * Lists requests that look small and are much work for guardrails and rules of personal data: short texts in their thousands, each with an
 * address, and files to be decoded.
 */
export function listGuardedRequests(): { readonly path: string; readonly name: string; readonly body: () => string }[] {
  const address = (index: number): string => `a${index}@example.com`;
  const many = <Item>(count: number, make: (index: number) => Item): Item[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const members = (count: number): object => Object.fromEntries(many(count, (index) => [`k${index}`, address(index)]));
  const user = (content: unknown, more: object = {}) => ({ messages: [{ role: 'user', content, ...more }] });
  const file = (text: string) => ({
    type: 'file',
    file: { file_data: Buffer.from(text, 'latin1').toString('base64') },
  });
  const prose = (characters: number) => 'Write to jane@example.com, caf\xe9. '.repeat(characters / 33);
  const chats: Record<string, () => object> = {
    messages: () => ({ messages: many(16_000, (index) => ({ role: 'user', content: address(index) })) }),
    parts: () => user(many(16_000, (index) => ({ type: 'text', text: address(index) }))),
    metadata: () => ({ ...user('hi'), metadata: members(20_000) }),
    'members that nobody knows': () => ({ ...user('hi'), ...members(20_000) }),
    'members of a message': () => user('hi', members(20_000)),
    'words of tools': () => ({
      ...user('hi'),
      tools: [{ type: 'function', function: { name: 'f', parameters: { enum: many(400_000, address) } } }],
    }),
    'files in an old charset': () => user(many(2_000, () => file(prose(2_000)))),
    'a long file': () => user([file(prose(8_000_000))]),
    'a percent-encoded file': () =>
      user([{ type: 'image_url', image_url: { url: `data:text/plain,${'%6aane@example.com%20'.repeat(300_000)}` } }]),
  };
  const inputs = { empty: () => '', short: address };
  return [
    ...Object.entries(chats).map(([name, chat]) => ({
      path: '/v1/chat/completions',
      name,
      body: () => JSON.stringify({ model: 'guarded-chat', ...chat() }),
    })),
    ...Object.entries(inputs).map(([name, make]) => ({
      path: '/v1/embeddings',
      name: `${name} inputs`,
      body: () => JSON.stringify({ model: 'filed-embedding', input: many(490_000, make) }),
    })),
    {
      path: '/v1/completions',
      name: 'prompts',
      body: () => JSON.stringify({ model: 'our-completion', prompt: many(40_000, address) }),
    },
  ];
}

/** Chats whose one long text is in a field that a provider's own format writes in another way. */
export function listLongChats(model: string): HostileRequest[] {
  const text = 'The quick brown fox. '.repeat(Math.floor(GATEWAY_BYTES / 21) - 100);
  const base64 = 'iVBORw0KGgoAAAAN'.repeat(Math.floor(GATEWAY_BYTES / 16) - 100);
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: JSON.stringify({ text }) } };
  const user = { role: 'user', content: 'hi' };
  const chats: Record<string, object[]> = {
    'a prompt': [{ role: 'user', content: text }],
    'arguments of a tool': [
      user,
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: 'ok' },
    ],
    'a data URL': [
      {
        role: 'user',
        content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${base64}` } }],
      },
    ],
  };
  return Object.entries(chats).map(([name, messages]) => ({
    name: `${name} of 32 MB to ${model}`,
    body: () => JSON.stringify({ model, messages }),
  }));
}
