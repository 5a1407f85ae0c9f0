import { createHash } from 'node:crypto';
import { hashOffered } from './hash-offered.js';
import type { ServerLists } from './upstreams/upstream.js';

type Kind = 'tool' | 'prompt' | 'resource' | 'template' | 'instructions';

/** One thing that a server offers, as it was last described. */
export interface SeenItem {
  readonly kind: Kind;
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

/** The lists without what is too long. */
export function boundLists(lists: ServerLists): ServerLists {
  const fits = (item: object): boolean => JSON.stringify(item).length <= LONGEST_ITEM;
  return {
    tools: lists.tools.filter(fits),
    prompts: lists.prompts.filter(fits),
    resources: lists.resources.filter(fits),
    templates: lists.templates.filter(fits),
    instructions: lists.instructions?.slice(0, LONGEST_ITEM / 2),
  };
}

/** The lists without what is not approved as it is described now. */
export function keepApproved(lists: ServerLists, isApproved: (key: string) => boolean): ServerLists {
  return {
    tools: lists.tools.filter(({ name }) => isApproved(keyOf('tool', name))),
    prompts: lists.prompts.filter(({ name }) => isApproved(keyOf('prompt', name))),
    resources: lists.resources.filter(({ uri }) => isApproved(keyOf('resource', uri))),
    templates: lists.templates.filter(({ uriTemplate }) => isApproved(keyOf('template', uriTemplate))),
    instructions: isApproved(keyOf('instructions', 'server')) ? lists.instructions : undefined,
  };
}

function toSeen(kind: Kind, name: string, definition: object): SeenItem {
  return { kind, key: keyOf(kind, name), hash: hashOffered(definition), definition };
}

/** No name of a tool has a space. */
function keyOf(kind: Kind, name: string): string {
  if (kind === 'tool') return name;
  const key = `${kind} ${name}`;
  return key.length <= LONGEST_KEY ? key : `${kind} ${createHash('sha256').update(name).digest('hex')}`;
}
