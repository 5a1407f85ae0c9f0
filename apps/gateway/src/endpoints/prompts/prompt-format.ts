import type { PromptParameter } from '@multilane/contracts';
import type { RenderedMessage } from '@multilane/policy';

/** Members of a request's outermost object. */
export type Members = Record<string, unknown>;

/** Place of a parameter of prompts in a request: a member, or one within a member that is an object. */
export interface ParameterPlace {
  /** The member, and the one within it. */
  readonly path: readonly [member: string, inner?: string];
  /** Other members that say the same, or what is read in its place. */
  readonly alsoIn?: readonly string[];
  /** Puts a value into the words of the format. Default: as it is. */
  write?(value: unknown): unknown;
}

/** Words of a format for what prompts bring. */
export interface PromptFormat {
  /** Places of all parameters. */
  readonly places: Readonly<Record<PromptParameter, ParameterPlace>>;
  /** Set where the reference has a member `prompt` too, for prompts that its provider stores: those are unsupported. */
  readonly hasProviderPrompts?: true;
  /** Puts the messages of a prompt before those of the request. */
  addMessages(members: Members, messages: readonly RenderedMessage[]): void;
}

/** Members of an object; none of anything else. */
export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}
