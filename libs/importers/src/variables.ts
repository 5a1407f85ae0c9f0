import type { ImportVariable, VariableKind } from './import-result.js';
import type { SourceNode } from './source-node.js';

const REFERENCE = /^os\.environ\/([A-Za-z_]\w*)$/;

/** A text of the result, and where it came from. */
export interface Value {
  /** Text for gateway.yaml: `${NAME}` for a variable. */
  readonly text: string;
  readonly origin: 'variable' | 'literal' | 'open secret';
}

/**
 * The environment variables of a result. Secrets are always references: one that stands in the source in the open gets
 * a variable of its own, and its value goes nowhere.
 */
export class Variables {
  private readonly kinds = new Map<string, VariableKind>();
  private readonly namesOfSecrets = new Map<string, string>();
  private readonly reserved: ReadonlySet<string>;

  /** @param source its references are names that no secret of the importer may take */
  constructor(source: string) {
    this.reserved = new Set(Array.from(source.matchAll(/\b[A-Z][A-Z0-9_]{2,100}\b/g), ([name]) => name));
  }

  /** `${NAME}` */
  reference(name: string, kind: VariableKind): string {
    if (!this.kinds.has(name)) this.kinds.set(name, kind);
    return `\${${name}}`;
  }

  /** A setting that is no secret. */
  plain(node: SourceNode, kind: VariableKind = 'text'): Value | undefined {
    const { text } = node;
    if (text === undefined) return undefined;
    const name = REFERENCE.exec(text)?.[1];
    if (name !== undefined) return { text: this.reference(name, kind), origin: 'variable' };
    return { text, origin: 'literal' };
  }

  /** A secret. @param suggestion the name of its variable, if it has none */
  secret(node: SourceNode, suggestion: string, kind: VariableKind = 'secret'): Value | undefined {
    const value = this.plain(node, kind);
    if (value === undefined || value.origin === 'variable') return value;
    const known = this.namesOfSecrets.get(value.text);
    const name = known ?? this.freeName(suggestion);
    this.namesOfSecrets.set(value.text, name);
    return { text: this.reference(name, kind), origin: 'open secret' };
  }

  /** Those that a text references, by name. */
  listIn(yaml: string): ImportVariable[] {
    return Array.from(this.kinds, ([name, kind]) => ({ name, kind }))
      .filter(({ name }) => yaml.includes(`\${${name}}`))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  private freeName(suggestion: string): string {
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? suggestion : `${suggestion}_${number}`;
      if (!this.kinds.has(name) && !this.reserved.has(name)) return name;
    }
  }
}

/** Describes a secret in a finding. */
export function describeSecret({ text, origin }: Value): readonly ['exact' | 'manual', string] {
  if (origin === 'variable') return ['exact', `References the environment variable ${text.slice(2, -1)}.`];
  return [
    'manual',
    `The file holds this secret in the open. The result references ${text.slice(2, -1)}: set that variable to the secret.`,
  ];
}
