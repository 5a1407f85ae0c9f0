/** The members of the answers of all endpoints that hold what a model wrote. */
interface Written {
  choices?: readonly {
    text?: unknown;
    message?: Words | null;
    delta?: Words | null;
  }[];
}

interface Words {
  content?: unknown;
  reasoning_content?: unknown;
  tool_calls?: readonly { function?: { arguments?: string } }[] | null;
}

/** Adds what the model wrote in an answer, or in a chunk of one, to `parts`: what an estimate of the usage counts. */
export function collectText(answer: object, parts: string[]): void {
  for (const { delta, message, text } of (answer as Written).choices ?? []) {
    if (typeof text === 'string') parts.push(text);
    const words = delta ?? message;
    if (!words) continue;
    if (typeof words.content === 'string') parts.push(words.content);
    if (typeof words.reasoning_content === 'string') parts.push(words.reasoning_content);
    for (const call of words.tool_calls ?? []) if (call.function?.arguments) parts.push(call.function.arguments);
  }
}
