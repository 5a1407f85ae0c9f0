import type { ChatMessage } from '@multilane/contracts';

/** Origin of a chat message, by the client's names of its request's fields. */
export interface MessageOrigin {
  /** The item, or `instructions`, or `input`. */
  readonly path: string;
  /** Origin of members other than the item's own of the same name. */
  readonly members: Readonly<Record<string, string>>;
  /** Origins of the elements of a member that is a list. */
  readonly elements: Readonly<Record<string, readonly string[]>>;
}

/** A message of chat and where it came from. */
export interface Translated {
  readonly message: ChatMessage;
  readonly origin: MessageOrigin;
}

/** The end of a chat path, and what the item calls it. */
const ENDINGS: Readonly<Record<string, string>> = {
  '.function.name': '.name',
  '.function.arguments': '.arguments',
  '.image_url.url': '.image_url',
  '.image_url.detail': '.detail',
  '.file.file_data': '.file_data',
  '.file.file_id': '.file_id',
  '.file.filename': '.filename',
};

/** The client's name for `rest`, a path within the message: `.tool_calls[1].function.arguments`. */
export function nameWithin({ path, members, elements }: MessageOrigin, rest: string): string {
  const [, member = '', index, tail = ''] = /^\.([a-z_]+)(?:\[(\d+)\])?(.*)$/.exec(rest) ?? [];
  if (member === '') return path;
  const element = index === undefined ? undefined : elements[member]?.[Number(index)];
  if (element !== undefined) return element + (ENDINGS[tail] ?? tail);
  const own = members[member];
  if (own !== undefined) return own;
  return `${path}.${member}${index === undefined ? '' : `[${index}]`}${ENDINGS[tail] ?? tail}`;
}
