/** Wires that name each event on a line of its own, and whether a mark ends their streams. Others do the reverse. */
const NAMED_EVENTS: Readonly<Record<string, { endMark: boolean }>> = {
  anthropic: { endMark: false },
  cohere: { endMark: true },
  'openai-responses': { endMark: false },
};
const WITHOUT_MARK: ReadonlySet<string> = new Set(['gemini', 'vertex']);

/**
 * The events of a stream that was recorded as one JSON event a line, in the framing that the provider's wire puts around
 * them: as in the complete recorded streams of the same provider.
 *
 * @param provider The folder of the case.
 */
export function frameEvents(lines: readonly string[], provider: string): Buffer[] {
  const named = NAMED_EVENTS[provider];
  const framed = lines.map((line) => `${named ? `event: ${JSON.parse(line).type}\n` : ''}data: ${line}\n\n`);
  const hasMark = named?.endMark ?? !WITHOUT_MARK.has(provider);
  return [...framed, ...(hasMark ? ['data: [DONE]\n\n'] : [])].map((event) => Buffer.from(event));
}
