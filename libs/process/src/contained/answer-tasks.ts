/**
 * Message of a process of a `TaskPool`: that it is ready, the answer to a question (JSON), or the reason why there is
 * none.
 */
export type TaskMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'answer'; readonly json: string }
  | { readonly type: 'too_large' }
  | { readonly type: 'error'; readonly message: string };

/** Characters of an answer's JSON: the process that reads it does so in one turn. */
const MOST_ANSWER = 1024 * 1024;
const LONGEST_MESSAGE = 300;

/** Makes this process one of a `TaskPool`: it answers one question after the other, and ends with its parent. */
export function answerTasks<Question>(answer: (question: Question) => unknown): void {
  process.on('disconnect', () => process.exit(0));
  process.on('message', (question: Question) => void work(answer, question).then(say));
  say({ type: 'ready' });
}

async function work<Question>(answer: (question: Question) => unknown, question: Question): Promise<TaskMessage> {
  try {
    const json = JSON.stringify(await answer(question), toJson) ?? 'null';
    return json.length > MOST_ANSWER ? { type: 'too_large' } : { type: 'answer', json };
  } catch (error) {
    const { message = 'it failed' } = (error ?? {}) as { message?: unknown };
    return { type: 'error', message: String(message).split('\n')[0]?.slice(0, LONGEST_MESSAGE) ?? '' };
  }
}

/** CEL counts in integers of 64 bits, and has maps. */
function toJson(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return value instanceof Map ? Object.fromEntries(value) : value;
}

function say(message: TaskMessage): void {
  process.send?.(message);
}
