/** Beginning of the reference provider's events. */
const TYPE_FIRST = Buffer.from('{"type":"');

/** Possible beginning of other providers' events. */
const ID_FIRST = Buffer.from('{"event_id":"');
const TYPE_NEXT = Buffer.from(',"type":"');

/** Beginnings of the types that codecs of sockets read. */
const TYPES = [
  'response.done"',
  'response.created"',
  'error"',
  'input_audio_buffer.committed"',
  'session.',
  'transcription_session.',
  'conversation.item.input_audio_transcription.completed"',
  'conversation.item.input_audio_transcription.failed"',
].map((type) => Buffer.from(type));

/** Words that are searched for in an event whose type is not at the beginning. */
const WORDS = ['response.done', 'response.created', '"error"', '_buffer.committed', 'session.', '_transcription.'];

const QUOTE = 0x22;

/**
 * True if a provider's event may report usage and must be parsed. Events of sound, which are the most frequent and the longest, are not
 * searched: their type is at their beginning.
 */
export function mayConcernUse(event: Buffer): boolean {
  const start = startOfType(event);
  if (start === undefined) return WORDS.some((word) => event.includes(word));
  for (const type of TYPES) if (hasAt(event, type, start)) return true;
  return false;
}

/** Index of the type; undefined if it is neither first nor behind an id. */
function startOfType(event: Buffer): number | undefined {
  if (hasAt(event, TYPE_FIRST, 0)) return TYPE_FIRST.length;
  if (!hasAt(event, ID_FIRST, 0)) return undefined;
  const end = event.indexOf(QUOTE, ID_FIRST.length) + 1;
  return end > 0 && hasAt(event, TYPE_NEXT, end) ? end + TYPE_NEXT.length : undefined;
}

function hasAt(bytes: Buffer, wanted: Buffer, at: number): boolean {
  for (let index = 0; index < wanted.length; index += 1) {
    if (bytes[at + index] !== wanted[index]) return false;
  }
  return true;
}
