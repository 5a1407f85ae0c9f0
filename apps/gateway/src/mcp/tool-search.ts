import type { Tool } from '@modelcontextprotocol/server';

export const FIND_TOOLS = 'find_tools';
export const CALL_TOOL = 'call_tool';

/** Tools that a caller with many tools is offered in place of them (docs/contract/mcp.md#search). */
export const SEARCH_TOOLS: readonly Tool[] = [
  {
    name: CALL_TOOL,
    description: 'Calls a tool that find_tools has found.',
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Name of the tool.' },
        arguments: { type: 'object', description: 'Arguments of the tool, as its inputSchema says.' },
      },
      required: ['name'],
    },
  },
  {
    name: FIND_TOOLS,
    description: 'Finds tools by what they do. Returns their names, descriptions and input schemas.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What the tool should do, in a few words.' },
        limit: { type: 'integer', minimum: 1, maximum: 50, description: 'Tools at most. Default: 10.' },
      },
      required: ['query'],
    },
    annotations: { readOnlyHint: true },
  },
];

const MOST_WORDS = 32;
const DEFAULT_LIMIT = 10;
const MOST_FOUND = 50;
/** A word of the name says more than one of the description. */
const NAME_WEIGHT = 3;

/** The tools that fit a question best, by the words that they share: rare words count more. */
export function findTools(tools: readonly Tool[], query: unknown, limit: unknown): Tool[] {
  const words = [...new Set(wordsOf(typeof query === 'string' ? query.slice(0, 1_000) : ''))].slice(0, MOST_WORDS);
  const most = typeof limit === 'number' && limit >= 1 ? Math.min(MOST_FOUND, Math.floor(limit)) : DEFAULT_LIMIT;
  const texts = tools.map((tool) => ({
    tool,
    name: new Set(wordsOf(tool.name)),
    rest: new Set(wordsOf(`${tool.title ?? ''} ${(tool.description ?? '').slice(0, 4_000)}`)),
  }));
  const weights = words.map((word) => {
    const found = texts.filter(({ name, rest }) => name.has(word) || rest.has(word)).length;
    return Math.log(1 + texts.length / (1 + found));
  });
  const scored = texts.map(({ name, rest, tool }) => {
    let score = 0;
    for (const [index, word] of words.entries()) {
      const weight = weights[index] ?? 0;
      if (name.has(word)) score += NAME_WEIGHT * weight;
      else if (rest.has(word)) score += weight;
    }
    return { tool, score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, most)
    .map(({ tool }) => tool);
}

/** In lower case; `createTicket` and `create_ticket` are two words, and a plural is its singular. */
function wordsOf(text: string): string[] {
  const spread = text.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').toLowerCase();
  return (spread.match(/[\p{L}\d]+/gu) ?? []).map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
}
