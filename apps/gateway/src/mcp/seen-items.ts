import { createHash } from 'node:crypto';
import { isMisleading } from '@multilane/contracts';
import type { McpServer } from '../snapshot/mcp-servers.js';
import { hashOffered } from './hash-offered.js';
import type { ServerLists } from './upstreams/upstream.js';

export type ItemKind = 'tool' | 'prompt' | 'resource' | 'template' | 'instructions';

/** One thing that a server offers, as it was last described. */
export interface SeenItem {
  readonly kind: ItemKind;
  /** Names it among all that the server offers: a tool by its name, anything else by its kind and its name. */
  readonly key: string;
  readonly hash: string;
  readonly definition: object;
}

/** A thing that says more than this is left out. Characters of JSON. */
const LONGEST_ITEM = 64 * 1024;
const LONGEST_KEY = 128;

/** All that a client or a model sees of a server, each with its hash (docs/contract/mcp.md#approval). */
export function readSeen(lists: ServerLists): readonly SeenItem[] {
  const { instructions, prompts, resources, templates, tools } = lists;
  return [
    ...tools.map((tool) => toSeen('tool', tool.name, tool)),
    ...prompts.map((prompt) => toSeen('prompt', prompt.name, prompt)),
    ...resources.map((resource) => toSeen('resource', resource.uri, resource)),
    ...templates.map((template) => toSeen('template', template.uriTemplate, template)),
    ...(instructions ? [toSeen('instructions', 'server', { text: instructions })] : []),
  ];
}

/** The lists without what is too long, what no database stores, and what has the name of another. */
export function boundLists(lists: ServerLists): ServerLists {
  const { instructions } = lists;
  return {
    tools: bound(lists.tools, 'tool', ({ name }) => name),
    prompts: bound(lists.prompts, 'prompt', ({ name }) => name),
    resources: bound(lists.resources, 'resource', ({ uri }) => uri),
    templates: bound(lists.templates, 'template', ({ uriTemplate }) => uriTemplate),
    instructions: instructions && toStored(instructions.slice(0, LONGEST_ITEM / 2)),
  };
}

/** The text without NUL and halves of surrogate pairs. */
function toStored(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD');
}

const CONTROL = /\p{Cc}/u;
/** NUL, and half of a surrogate pair, as JSON has them: PostgreSQL stores neither (its documentation, 8.14 JSON Types). */
const UNSTORED = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** People read the names of things to approve them: none has a control character, or one that turns the direction of a text. */
function isUnreadable(name: string): boolean {
  return CONTROL.test(name) || isMisleading(name);
}

function bound<Item extends object>(items: readonly Item[], kind: ItemKind, nameOf: (item: Item) => string): Item[] {
  const known = new Set<string>();
  return items.filter((item) => {
    const name = nameOf(item);
    const text = JSON.stringify(item);
    if (text.length > LONGEST_ITEM || UNSTORED.test(text) || isUnreadable(name)) return false;
    const key = keyOf(kind, name);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}

/** True if what is of this kind waits for an approval. */
export function needsApproval(approval: McpServer['approval'], kind: ItemKind): boolean {
  return approval !== 'none' && (approval !== 'tools' || kind === 'tool');
}

/** The lists without what needs an approval and is not approved as it is described now. */
export function keepApproved(
  lists: ServerLists,
  approval: McpServer['approval'],
  isApproved: (key: string) => boolean,
): ServerLists {
  const isOffered = (kind: ItemKind, name: string): boolean =>
    !needsApproval(approval, kind) || isApproved(keyOf(kind, name));
  return {
    tools: lists.tools.filter(({ name }) => isOffered('tool', name)),
    prompts: lists.prompts.filter(({ name }) => isOffered('prompt', name)),
    resources: lists.resources.filter(({ uri }) => isOffered('resource', uri)),
    templates: lists.templates.filter(({ uriTemplate }) => isOffered('template', uriTemplate)),
    instructions: isOffered('instructions', 'server') ? lists.instructions : undefined,
  };
}

function toSeen(kind: ItemKind, name: string, definition: object): SeenItem {
  return { kind, key: keyOf(kind, name), hash: hashOffered(definition), definition };
}

/** Usual form of a tool's name. Any other name is stored like those of other items, so that it cannot equal a key of theirs. */
const PLAIN_TOOL = /^[\x21-\x7e]{1,128}$/;

function keyOf(kind: ItemKind, name: string): string {
  if (kind === 'tool' && PLAIN_TOOL.test(name)) return name;
  const key = `${kind} ${name}`;
  return key.length <= LONGEST_KEY ? key : `${kind} ${createHash('sha256').update(name).digest('hex')}`;
}
