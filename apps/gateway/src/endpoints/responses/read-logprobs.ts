/** The probabilities of a choice's text, in the form that both formats share; none if there are none. */
export function readLogprobs(logprobs: unknown): readonly unknown[] {
  const content: unknown = Object(logprobs).content;
  return Array.isArray(content) ? content : [];
}
