import type { Piece, Usage } from '../../api/read-chunk.js';
import { addCalls, type ToolCall } from '../../api/tool-calls.js';

export type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

export interface ChatMessage {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly content: string | readonly ContentPart[] | null;
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_call_id?: string;
}

/** State of a lane's latest request. */
export interface Run {
  readonly state: 'running' | 'done' | 'stopped' | 'failed';
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ToolCall[];
  readonly finishReason?: string;
  readonly usage?: Usage;
  readonly firstMs?: number;
  readonly totalMs?: number;
  readonly costUsd?: number;
  readonly requestId?: string;
  readonly failure?: unknown;
}

export interface Lane {
  readonly id: number;
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly run?: Run;
}

export const MOST_LANES = 4;

const BEGUN: Run = { state: 'running', text: '', reasoning: '', calls: [] };

export type LaneAction =
  | { readonly type: 'models'; readonly models: readonly string[] }
  | { readonly type: 'say'; readonly content: ChatMessage['content'] }
  | { readonly type: 'results'; readonly lane: number; readonly results: readonly string[] }
  | { readonly type: 'begin'; readonly lane: number }
  | { readonly type: 'head'; readonly lane: number; readonly requestId?: string; readonly costUsd?: number }
  | { readonly type: 'piece'; readonly lane: number; readonly piece: Piece; readonly atMs: number }
  | { readonly type: 'end'; readonly lane: number; readonly state: 'done' | 'stopped'; readonly atMs: number }
  | { readonly type: 'fail'; readonly lane: number; readonly failure: unknown; readonly atMs: number }
  | { readonly type: 'cost'; readonly lane: number; readonly requestId: string; readonly costUsd: number }
  | { readonly type: 'again'; readonly lane: number }
  | { readonly type: 'clear' };

/** Returns the lanes after an action. Every lane has a conversation of its own: the answers of its model, not the others'. */
export function changeLanes(lanes: readonly Lane[], action: LaneAction): readonly Lane[] {
  switch (action.type) {
    case 'models':
      return action.models.slice(0, MOST_LANES).map((model, id) => keepOrNew(lanes[id], id, model));
    case 'say':
      return lanes.map((lane) => ({
        ...lane,
        messages: [...lane.messages, { role: 'user', content: action.content }],
      }));
    case 'clear':
      return lanes.map(({ id, model }) => ({ id, model, messages: [] }));
    default:
      return lanes.map((lane) => (lane.id === action.lane ? changeLane(lane, action) : lane));
  }
}

/** A lane whose model is replaced keeps what was said, so that another model can go on with it. */
function keepOrNew(lane: Lane | undefined, id: number, model: string): Lane {
  return lane === undefined ? { id, model, messages: [] } : { ...lane, id, model };
}

function changeLane(lane: Lane, action: Exclude<LaneAction, { type: 'models' | 'say' | 'clear' }>): Lane {
  const run = lane.run ?? BEGUN;
  switch (action.type) {
    case 'results':
      return { ...lane, messages: [...lane.messages, ...answerCalls(lane, action.results)] };
    case 'again':
      return { ...lane, messages: beforeAnswer(lane) };
    case 'begin':
      return { ...lane, run: BEGUN };
    case 'head':
      return { ...lane, run: { ...run, requestId: action.requestId, costUsd: action.costUsd } };
    case 'piece':
      return { ...lane, run: addPiece(run, action.piece, action.atMs) };
    case 'fail':
      return { ...lane, run: { ...run, state: 'failed', failure: action.failure, totalMs: action.atMs } };
    case 'cost':
      return run.requestId === action.requestId ? { ...lane, run: { ...run, costUsd: action.costUsd } } : lane;
    case 'end': {
      const ended = { ...run, state: action.state, totalMs: action.atMs };
      return { ...lane, run: ended, messages: [...lane.messages, ...messageOf(ended)] };
    }
  }
}

function addPiece(run: Run, { calls = [], finishReason, reasoning = '', text = '', usage }: Piece, atMs: number): Run {
  const said = text !== '' || reasoning !== '' || calls.length > 0;
  return {
    ...run,
    text: run.text + text,
    reasoning: run.reasoning + reasoning,
    calls: addCalls(run.calls, calls),
    firstMs: run.firstMs ?? (said ? atMs : undefined),
    finishReason: finishReason ?? run.finishReason,
    usage: usage ?? run.usage,
  };
}

/** A stopped answer stays in the conversation, without calls that nobody may answer. Nothing said leaves no message. */
function messageOf({ calls, state, text }: Run): ChatMessage[] {
  const isCalling = state === 'done' && calls.length > 0;
  if (text === '' && !isCalling) return [];
  return [{ role: 'assistant', content: text === '' ? null : text, ...(isCalling && { tool_calls: calls }) }];
}

/** The messages of a lane without the latest answer, which another one is to replace. */
export function beforeAnswer({ messages }: Lane): readonly ChatMessage[] {
  return messages.at(-1)?.role === 'assistant' ? messages.slice(0, -1) : messages;
}

/** The tool calls of a lane that wait for their results. */
export function openCalls({ messages }: Lane): readonly ToolCall[] {
  return messages.at(-1)?.tool_calls ?? [];
}

function answerCalls(lane: Lane, results: readonly string[]): ChatMessage[] {
  return openCalls(lane).map(({ id }, index) => ({ role: 'tool', tool_call_id: id, content: results[index] ?? '' }));
}
