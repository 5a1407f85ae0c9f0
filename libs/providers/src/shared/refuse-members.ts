import { unsupported } from '@multilane/errors';
import type { Losses } from './losses.js';
import { ignoreHint } from './models/native-parameters.js';

/** The members of an embeddings request that native codecs read, or leave out on purpose as they do `user`. */
export const EMBEDDINGS_MEMBERS: ReadonlySet<string> = new Set([
  'model',
  'input',
  'encoding_format',
  'dimensions',
  'user',
  'input_type',
  'stream',
]);

/**
 * Rejects the members of a request that a native provider's codec does not read and that are not declared ignored: 400
 * `unsupported_parameter`, `param` naming the member. Unknown members travel to group R only
 * (docs/contract/chat.md#unknown-parameters), and nothing is dropped silently. A null member is an absent one
 * (docs/contract/requests.md#null-members).
 */
export function refuseMembersExcept(
  known: ReadonlySet<string>,
  request: Readonly<Record<string, unknown>>,
  losses: Losses,
): void {
  // An identifier for the provider's own abuse checks, which no native API has for what it embeds or ranks.
  if (request.user) losses.lose('user');
  for (const [name, value] of Object.entries(request)) {
    if (known.has(name) || value === undefined || value === null || ignoreHint(name, value, losses)) continue;
    throw unsupported(name);
  }
}
