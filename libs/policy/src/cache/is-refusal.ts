interface Ended {
  readonly choices?: readonly { readonly finish_reason?: unknown }[] | undefined;
  /** Stop reason of a whole answer in the messages format, or of its `message_delta` event. */
  readonly stop_reason?: unknown;
  readonly delta?: { readonly stop_reason?: unknown } | undefined;
}

/**
 * True if an answer, or a chunk of one, says that the model or its provider would not answer: a safety stop or a
 * refusal. Asked again it may well answer, so it is not cached.
 */
export function isRefusal(answer: object): boolean {
  const { choices, delta, stop_reason: stopReason } = answer as Ended;
  if (choices !== undefined) {
    for (const choice of choices) if (choice.finish_reason === 'content_filter') return true;
    return false;
  }
  return stopReason === 'refusal' || delta?.stop_reason === 'refusal';
}
