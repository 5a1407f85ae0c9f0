/** The model as an answer, or a piece of one, names it, in any of the formats. */
export function readAnswerModel(answer: object): string | undefined {
  const { message, model } = answer as { message?: { model?: unknown }; model?: unknown };
  const named = model ?? message?.model;
  return typeof named === 'string' ? named : undefined;
}
