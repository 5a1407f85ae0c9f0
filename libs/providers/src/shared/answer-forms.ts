import type { ChatChunk, ChatCompletion, ChunkDelta, TextCompletion, ToolCall } from '@multilane/contracts';
import type { AnswerForms } from '../adapter.js';

type Json = Record<string, unknown>;

/** A chat answer, whole and streamed. */
export const CHAT_FORMS: AnswerForms<ChatCompletion, ChatChunk> = { split: splitCompletion, join: joinChunks };

/** A text completion has the same shape either way. */
export const TEXT_FORMS: AnswerForms<TextCompletion, TextCompletion> = {
  split: (answer, showsUsage) => {
    const { usage, ...rest } = answer;
    return usage && showsUsage ? [rest, { ...rest, choices: [], usage }] : [rest];
  },
  join: (events) => {
    const chunks = readChunks<TextCompletion>(events);
    const choices = new Map<number, TextCompletion['choices'][number]>();
    for (const choice of chunks.flatMap((chunk) => chunk.choices)) {
      const known = choices.get(choice.index);
      if (known === undefined) choices.set(choice.index, { ...choice });
      else {
        known.text += choice.text;
        known.finish_reason ??= choice.finish_reason;
      }
    }
    const usage = chunks.findLast((chunk) => chunk.usage)?.usage;
    return { ...chunks[0], choices: [...choices.values()], usage } as TextCompletion;
  },
};

function splitCompletion({ choices, usage, ...head }: ChatCompletion, showsUsage: boolean): ChatChunk[] {
  const chunk = { ...head, object: 'chat.completion.chunk' as const };
  const said = choices.map(({ index, logprobs, message }) => {
    const { tool_calls: calls, ...words } = message;
    const delta = { ...words } as ChunkDelta;
    if (calls) delta.tool_calls = calls.map((call, place) => ({ index: place, ...call }));
    return { index, delta, logprobs: logprobs ?? null, finish_reason: null };
  });
  const ended = choices.map(({ finish_reason, index }) => ({ index, delta: {}, logprobs: null, finish_reason }));
  const spoken = { ...chunk, choices: said } as ChatChunk;
  const last = { ...chunk, choices: ended } as ChatChunk;
  return usage && showsUsage ? [spoken, last, { ...chunk, choices: [], usage } as ChatChunk] : [spoken, last];
}

interface Joined {
  readonly message: Json;
  readonly calls: ToolCall[];
  readonly logprobs: Json;
  finishReason: string | null;
}

function joinChunks(events: readonly (object | string)[]): ChatCompletion {
  const chunks = readChunks<ChatChunk>(events);
  const choices = new Map<number, Joined>();
  for (const { delta, finish_reason, index, logprobs } of chunks.flatMap((chunk) => chunk.choices)) {
    const choice: Joined = choices.get(index) ?? {
      message: { role: 'assistant', content: null },
      calls: [],
      logprobs: {},
      finishReason: null,
    };
    choices.set(index, choice);
    addDelta(choice, delta);
    addTo(choice.logprobs, (logprobs ?? {}) as Json);
    choice.finishReason ??= finish_reason ?? null;
  }
  const usage = chunks.findLast((chunk) => chunk.usage)?.usage;
  const { created = 0, id = '', model = '' } = chunks[0] ?? {};
  return {
    ...{ id, object: 'chat.completion' as const, created, model },
    choices: [...choices].map(([index, { calls, finishReason, logprobs, message }]) => ({
      index,
      message: {
        ...message,
        ...(calls.length > 0 && { tool_calls: calls }),
      } as ChatCompletion['choices'][number]['message'],
      logprobs: Object.keys(logprobs).length === 0 ? null : logprobs,
      finish_reason: finishReason,
    })),
    ...(usage && { usage }),
  };
}

function addDelta({ calls, message }: Joined, { role: _role, tool_calls: fragments, ...words }: ChunkDelta): void {
  addTo(message, words);
  for (const { function: called, index, ...members } of fragments ?? []) {
    const call = calls[index];
    if (call === undefined) {
      calls[index] = {
        ...members,
        function: { name: called?.name ?? '', arguments: called?.arguments ?? '' },
      } as ToolCall;
    } else if (called?.arguments) call.function.arguments += called.arguments;
  }
}

/** Texts are pieces of one, lists too; of anything else the last counts. */
function addTo(whole: Json, pieces: Json): void {
  for (const [name, piece] of Object.entries(pieces)) {
    const known = whole[name];
    if (piece === undefined || (piece === null && known !== undefined)) continue;
    if (typeof known === 'string' && typeof piece === 'string') whole[name] = known + piece;
    else if (Array.isArray(known) && Array.isArray(piece)) for (const part of piece) known.push(part);
    else whole[name] = Array.isArray(piece) ? [...piece] : piece;
  }
}

/** Comments are no part of an answer. */
function readChunks<Chunk>(events: readonly (object | string)[]): Chunk[] {
  return events.filter((event) => typeof event === 'object') as Chunk[];
}
