import SCIMMY from 'scimmy';

type Definition = InstanceType<typeof SCIMMY.Types.SchemaDefinition>;
type Attribute = InstanceType<typeof SCIMMY.Types.Attribute>;

/** An attribute, as reading, filtering and patching need to know it (RFC 7643 section 2.2). */
export interface AttributeInfo {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'decimal' | 'integer' | 'dateTime' | 'binary' | 'reference' | 'complex';
  readonly multiValued: boolean;
  readonly caseExact: boolean;
  readonly readOnly: boolean;
  /** Parts of complex attributes, by name in lower case. */
  readonly parts: ReadonlyMap<string, AttributeInfo>;
}

/** A kind of resource: its own attributes, and those of schemas that extend it, by name in lower case. */
export interface ResourceSchema {
  readonly name: 'User' | 'Group';
  readonly id: string;
  readonly attributes: ReadonlyMap<string, AttributeInfo>;
  /** By schema id, as it is written. */
  readonly extensions: ReadonlyMap<string, ReadonlyMap<string, AttributeInfo>>;
  /** Definitions as /Schemas describes them. */
  readonly definitions: readonly Definition[];
}

/** Target of a path: an attribute, a part of one, or a whole extension. */
export interface Target {
  /** The schema id of the extension that holds it. */
  readonly extension: string | undefined;
  readonly attribute: AttributeInfo | undefined;
  readonly part: AttributeInfo | undefined;
}

/** Passwords do not come by SCIM: people sign in with the identity provider. */
const WITHHELD: ReadonlySet<string> = new Set(['password']);
/** Attributes that are compared exactly, which the schemas of scimmy omit: identifiers (RFC 7643 section 3.1). */
const EXACT: ReadonlySet<string> = new Set(['id', 'externalid']);

const { User, EnterpriseUser, Group } = SCIMMY.Schemas;

export const USER_SCHEMA = describe('User', User.definition, [EnterpriseUser.definition]);
export const GROUP_SCHEMA = describe('Group', Group.definition, []);

function describe(name: 'User' | 'Group', own: Definition, extensions: readonly Definition[]): ResourceSchema {
  return {
    name,
    id: own.id,
    attributes: attributesOf(own),
    extensions: new Map(extensions.map((definition) => [definition.id, attributesOf(definition)])),
    definitions: [own, ...extensions],
  };
}

function attributesOf({ attributes }: Definition): ReadonlyMap<string, AttributeInfo> {
  const plain = attributes.filter((attribute): attribute is Attribute => attribute instanceof SCIMMY.Types.Attribute);
  return indexByName(plain.filter(({ name }) => !WITHHELD.has(name)));
}

function indexByName(attributes: readonly Attribute[]): ReadonlyMap<string, AttributeInfo> {
  return new Map(attributes.map((attribute) => [attribute.name.toLowerCase(), toInfo(attribute)]));
}

function toInfo({ name, type, config, subAttributes }: Attribute): AttributeInfo {
  const { multiValued = false, caseExact = false, mutable } = config;
  return {
    name,
    type: type as AttributeInfo['type'],
    multiValued,
    caseExact: caseExact || EXACT.has(name.toLowerCase()),
    readOnly: mutable === false || mutable === 'readOnly' || name === 'schemas',
    parts: indexByName((subAttributes ?? []) as Attribute[]),
  };
}

/** Finds the target of a name without brackets, such as `name.givenName` or one with the schema's URN before it. */
export function findTarget(schema: ResourceSchema, name: string): Target | undefined {
  const text = name.toLowerCase();
  const own = `${schema.id.toLowerCase()}:`;
  if (text.startsWith(own)) return findIn(schema.attributes, text.slice(own.length), undefined);
  for (const [id, attributes] of schema.extensions) {
    const start = id.toLowerCase();
    if (text === start) return { extension: id, attribute: undefined, part: undefined };
    // The URN and the name are joined by a colon (RFC 7644 section 3.10); some clients write a dot.
    if (text.startsWith(`${start}:`) || text.startsWith(`${start}.`))
      return findIn(attributes, text.slice(start.length + 1), id);
  }
  return findIn(schema.attributes, text, undefined);
}

function findIn(
  attributes: ReadonlyMap<string, AttributeInfo>,
  text: string,
  extension: string | undefined,
): Target | undefined {
  const [name = '', partName, ...rest] = text.split('.');
  const attribute = attributes.get(name);
  if (attribute === undefined || rest.length > 0) return undefined;
  if (partName === undefined) return { extension, attribute, part: undefined };
  const part = attribute.parts.get(partName);
  return part && { extension, attribute, part };
}
