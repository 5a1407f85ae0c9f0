import type { ToolCall } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import type { ProviderTarget } from '../../adapter.js';
import { parseJsonObject } from '../texts/parse-json-object.js';
import type { Json, NativePart } from './native-types.js';

/**
 * Replaces a signature that a client dropped or that another provider's turn never had
 * (ai.google.dev, "Thought signatures", FAQ: transferring history from a different model).
 */
const SIGNATURE_BYPASS = 'skip_thought_signature_validator';

/** Generations that do not validate signatures; later ones answer 400 to a first call without one. */
const UNVALIDATED = /gemini-[12]\b|gemma/;

/** An assistant turn's calls as native parts, with the signatures that came with them. */
export function encodeToolCalls(calls: readonly ToolCall[], path: string, target: ProviderTarget): NativePart[] {
  const parts = calls.map((call, index) => encodeToolCall(call, `${path}[${index}]`, target));
  const [first] = parts;
  const isSigned = parts.some(({ thoughtSignature }) => thoughtSignature !== undefined);
  // Only the first call of a turn carries a signature.
  if (first !== undefined && !isSigned && !UNVALIDATED.test(target.upstreamModel)) {
    first.thoughtSignature = SIGNATURE_BYPASS;
  }
  return parts;
}

function encodeToolCall(call: ToolCall, path: string, target: ProviderTarget): NativePart {
  if (call.type !== 'function')
    throw unsupported(path, 'is not supported: this provider takes calls of functions only.');
  const { name, arguments: text } = call.function;
  const args = text.trim() === '' ? {} : parseJsonObject(text);
  if (args === undefined) throw unsupported(`${path}.function.arguments`, 'must be a JSON object for this provider.');
  const part: NativePart = { functionCall: { ...encodeCallId(call, target), name, args } };
  const signature = readSignature(call);
  if (signature !== undefined) part.thoughtSignature = signature;
  return part;
}

/**
 * The id of a call, or of the call that a result answers. The cloud edition answers 400 to it ("Unknown name "id"") and
 * goes by the order alone.
 */
export function encodeCallId(call: ToolCall, target: ProviderTarget): { id?: string } {
  return target.kind === 'vertex' ? {} : { id: call.id };
}

/** `extra_content.google.thought_signature` (docs/contract/chat.md#signatures). */
function readSignature(call: ToolCall): string | undefined {
  const extra = call.extra_content;
  const google = isRecord(extra) ? extra.google : undefined;
  const signature = isRecord(google) ? google.thought_signature : undefined;
  return typeof signature === 'string' && signature !== '' ? signature : undefined;
}

/** The members by which a decoded call carries its signature; none when the part has none. */
export function writeSignature(part: Json): { extra_content?: { google: { thought_signature: string } } } {
  const signature = part.thoughtSignature;
  return typeof signature === 'string' && signature !== ''
    ? { extra_content: { google: { thought_signature: signature } } }
    : {};
}
