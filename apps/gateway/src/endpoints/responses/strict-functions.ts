import { type ChatTool, isRecord, type ProviderGroup } from '@multilane/contracts';

/**
 * Whether a function that says nothing of `strict` is strict in this format where its schema allows it, and not on chat
 * (developers.openai.com, "Function calling", strict mode): the providers of this group have both.
 */
export function assumesStrict(group: ProviderGroup): boolean {
  return group === 'R1';
}

/** The function itself, or a strict one where it says nothing of it and its schema meets the rules already. */
export function makeStrict(tool: ChatTool): ChatTool {
  const { function: called } = tool;
  if (typeof called.strict === 'boolean' || !isStrictSchema(called.parameters)) return tool;
  return { ...tool, function: { ...called, strict: true } };
}

/**
 * Whether strict mode takes a schema as it is. A provider refuses a strict function whose schema breaks a rule, so this is true
 * only where none is in doubt: every object lists its members, requires them all and allows no others, in keywords that
 * every model with strict mode knows, within the lowest limits that were published.
 */
export function isStrictSchema(schema: unknown): boolean {
  if (!isRecord(schema) || schema.type !== 'object') return false;
  const { $defs: definitions = {}, $schema, ...root } = schema;
  if (!isRecord(definitions)) return false;
  const rules = new StrictRules(new Set(Object.keys(definitions).map((name) => `#/$defs/${name}`)));
  return [root, ...Object.values(definitions)].every((each) => rules.allow(each, DEEPEST));
}

const DEEPEST = 5;
const MOST_MEMBERS = 100;
const KEYWORDS: ReadonlySet<string> = new Set([
  ...['type', 'title', 'description', 'enum', 'items'],
  ...['properties', 'required', 'additionalProperties'],
]);
const CHOICE_KEYWORDS: ReadonlySet<string> = new Set(['anyOf', 'title', 'description']);
const TYPES: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']);

class StrictRules {
  /** How many more members of objects and values of enums there may be. */
  #room = MOST_MEMBERS;

  constructor(private readonly references: ReadonlySet<string>) {}

  /** @param levels how many levels of schemas there may be, this one among them */
  allow(schema: unknown, levels: number): boolean {
    if (!isRecord(schema) || levels === 0) return false;
    const names = Object.keys(schema);
    // A reference stands alone.
    if (typeof schema.$ref === 'string') return names.length === 1 && this.#leads(schema.$ref);
    if (schema.anyOf !== undefined)
      return holdsOnly(names, CHOICE_KEYWORDS) && this.#allowChoices(schema.anyOf, levels);
    if (!holdsOnly(names, KEYWORDS) || (schema.enum !== undefined && !this.#fits(schema.enum))) return false;
    const types = Array.isArray(schema.type) ? schema.type : [schema.type];
    if (types.length === 0 || !types.every((type) => TYPES.has(type))) return false;
    if (types.includes('array') && !this.allow(schema.items, levels - 1)) return false;
    return !types.includes('object') || this.#isClosed(schema, levels);
  }

  #leads(reference: string): boolean {
    return reference === '#' || this.references.has(reference);
  }

  #allowChoices(choices: unknown, levels: number): boolean {
    return Array.isArray(choices) && choices.every((choice) => this.allow(choice, levels));
  }

  #isClosed(schema: Readonly<Record<string, unknown>>, levels: number): boolean {
    const { additionalProperties, properties, required } = schema;
    if (additionalProperties !== false || !isRecord(properties) || !Array.isArray(required)) return false;
    const names = Object.keys(properties);
    if (!this.#fits(names) || required.length !== names.length) return false;
    return names.every((name) => required.includes(name) && this.allow(properties[name], levels - 1));
  }

  #fits(list: unknown): boolean {
    if (!Array.isArray(list)) return false;
    this.#room -= list.length;
    return this.#room >= 0;
  }
}

function holdsOnly(names: readonly string[], known: ReadonlySet<string>): boolean {
  return names.every((name) => known.has(name));
}
