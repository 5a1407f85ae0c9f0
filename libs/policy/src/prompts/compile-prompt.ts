import { type PromptParameter, type PromptText, splitPromptText } from '@multilane/contracts';

/** A version as gateway.yaml and the database have it. */
export interface PromptVersion {
  readonly version: number;
  readonly messages: readonly { readonly role: PromptRole; readonly content: string }[];
  readonly variables: readonly PromptVariable[];
  readonly model?: string | undefined;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly tools?: readonly PromptTool[] | undefined;
  readonly response_schema?: PromptSchema | undefined;
  readonly fixed: readonly PromptParameter[];
}

export type PromptRole = 'system' | 'user' | 'assistant';

export interface PromptVariable {
  readonly name: string;
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'json';
  readonly default?: string | number | boolean | undefined;
  readonly options?: readonly string[] | undefined;
  readonly max_length?: number | undefined;
}

export interface PromptTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface PromptSchema {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly strict?: boolean | undefined;
}

/** A label as gateway.yaml and the database have it. */
export interface PromptLabel {
  readonly name: string;
  readonly version?: number | undefined;
  readonly split?: readonly PromptShare[] | undefined;
}

export interface PromptShare {
  readonly version: number;
  readonly weight: number;
}

/** A prompt with its versions and labels. */
export interface PromptDefinition {
  readonly name: string;
  readonly versions: readonly PromptVersion[];
  readonly labels: readonly PromptLabel[];
}

/** A version whose texts are split at their places. */
export interface CompiledVersion {
  readonly version: number;
  readonly messages: readonly { readonly role: PromptRole; readonly text: PromptText }[];
  readonly variables: ReadonlyMap<string, PromptVariable>;
  /** Parameters that the version sets, with its model, tools and response schema. */
  readonly parameters: ReadonlyMap<PromptParameter, unknown>;
  readonly fixed: ReadonlySet<PromptParameter>;
}

export interface CompiledPrompt {
  readonly name: string;
  /** By number. */
  readonly versions: ReadonlyMap<number, CompiledVersion>;
  /** Versions with their weights, by label. */
  readonly labels: ReadonlyMap<string, readonly PromptShare[]>;
}

/** Prepares a prompt for requests: nothing of it is parsed again. */
export function compilePrompt({ labels, name, versions }: PromptDefinition): CompiledPrompt {
  return {
    name,
    versions: new Map(versions.map((version) => [version.version, compileVersion(version)])),
    labels: new Map(labels.map((label) => [label.name, sharesOf(label)])),
  };
}

function sharesOf({ split, version }: PromptLabel): readonly PromptShare[] {
  return split ?? (version === undefined ? [] : [{ version, weight: 1 }]);
}

function compileVersion({ fixed, messages, variables, ...rest }: PromptVersion): CompiledVersion {
  const { model, parameters, response_schema, tools, version } = rest;
  const set = Object.entries({ model, ...parameters, tools, response_schema }).filter(([, each]) => each !== undefined);
  return {
    version,
    messages: messages.map(({ content, role }) => ({ role, text: splitPromptText(content) })),
    variables: new Map(variables.map((variable) => [variable.name, variable])),
    parameters: new Map(set as [PromptParameter, unknown][]),
    fixed: new Set(fixed),
  };
}
