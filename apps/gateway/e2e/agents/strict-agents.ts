import type Anthropic from '@anthropic-ai/sdk';
import type OpenAI from 'openai';
import { CHAT_TOOLS } from './chat-agent.js';
import type { Clients, EndpointName } from './clients.js';
import { MESSAGES_TOOLS } from './messages-agent.js';
import { RESPONSES_TOOLS } from './responses-agent.js';
import type { StrictLane, StrictTurn } from './strict-lanes.js';
import { INSTRUCTIONS, QUESTION, runTool } from './task.js';

/** Differences between clients that hold the same conversation. */
export interface Habits {
  /** Sends back only what the provider of the format defines: no reasoning. As OpenAI Agents, LangGraph and many more do. */
  readonly forgets: boolean;
  /** Says something right behind results, as coding agents do with reminders, and instructs in the middle. */
  readonly interrupts: boolean;
  readonly isStreamed: boolean;
}

/** A conversation in one of the client formats. */
interface Conversation {
  /** Asks the model, and takes its answer and the results of its calls into the conversation. */
  ask(): Promise<{ readonly turn: StrictTurn; readonly hasCalls: boolean }>;
  say(role: 'user' | 'system', text: string): void;
}

const RULES = 'Use the tools.';
const SURROUNDINGS = 'The date is 2026-11-29.';
const SECOND_QUESTION = 'And at noon?';
const REMINDER = 'Reminder: answer briefly.';
/** Calling turns behind which a client speaks up. */
const REMINDED_TURN = 2;
const INSTRUCTED_TURN = 5;
/** An agent that has not finished by then never will. */
const MOST_TURNS = 20;

/** Holds the whole conversation over one client format, and returns what the model did in it. */
export async function runStrictAgent(
  clients: Clients,
  endpoint: EndpointName,
  lane: StrictLane,
  habits: Habits,
): Promise<StrictTurn[]> {
  const conversation = CONVERSATIONS[endpoint](clients, lane, habits);
  const turns: StrictTurn[] = [];
  for (const question of [QUESTION, SECOND_QUESTION]) {
    conversation.say('user', question);
    for (let hasCalls = true; hasCalls && turns.length < MOST_TURNS; ) {
      const answer = await conversation.ask();
      turns.push(answer.turn);
      ({ hasCalls } = answer);
      if (habits.interrupts && turns.length === REMINDED_TURN) conversation.say('user', REMINDER);
      if (habits.interrupts && turns.length === INSTRUCTED_TURN) conversation.say('system', REMINDER);
    }
  }
  return turns;
}

const CONVERSATIONS: Record<EndpointName, (clients: Clients, lane: StrictLane, habits: Habits) => Conversation> = {
  chat: converseOverChat,
  messages: converseOverMessages,
  responses: converseOverResponses,
};

interface Thinking {
  reasoning_content?: string | null;
}

function converseOverChat({ openai }: Clients, lane: StrictLane, habits: Habits): Conversation {
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'system', content: INSTRUCTIONS },
    // Both names of the role are in use, and so are several users in a row.
    { role: habits.interrupts ? 'developer' : 'system', content: RULES },
    ...(habits.interrupts ? [{ role: 'user' as const, content: SURROUNDINGS }] : []),
  ];
  return {
    say: (role, content) => void messages.push({ role, content }),
    async ask() {
      const request = {
        model: lane.name,
        messages,
        tools: CHAT_TOOLS,
        ...(lane.effort && { reasoning_effort: lane.effort }),
        // OpenAI Agents send these members.
        ...(habits.interrupts && { store: false, prompt_cache_key: 'conversation-1' }),
      };
      const { completion, streamed } = await (habits.isStreamed
        ? streamChat(openai, request)
        : askChat(openai, request));
      const message = completion.choices[0]?.message as OpenAI.ChatCompletionMessage & Thinking;
      const calls = (message.tool_calls ?? []).flatMap((call) => (call.type === 'function' ? call : []));
      messages.push(habits.forgets ? bareMessage(message.content, calls) : message);
      for (const { id, function: called } of calls) {
        messages.push({ role: 'tool', tool_call_id: id, content: runTool(called.name, JSON.parse(called.arguments)) });
      }
      const said = [
        ...(message.content ? [{ text: message.content }] : []),
        ...calls.map(({ function: called }) => ({ call: called.name, input: JSON.parse(called.arguments) as unknown })),
      ];
      return { turn: { thinking: streamed ?? message.reasoning_content ?? '', said }, hasCalls: calls.length > 0 };
    },
  };
}

type ChatRequest = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, 'stream'>;

async function askChat(openai: OpenAI, request: ChatRequest) {
  return { completion: await openai.chat.completions.create(request), streamed: undefined };
}

/** The helper of the SDK puts a message together without reasoning, and with members of its own. */
async function streamChat(openai: OpenAI, request: ChatRequest) {
  let streamed = '';
  const stream = openai.chat.completions.stream({ ...request, stream_options: { include_usage: true } });
  stream.on('chunk', ({ choices }) => {
    for (const { delta } of choices) streamed += (delta as Thinking).reasoning_content ?? '';
  });
  return { completion: await stream.finalChatCompletion(), streamed };
}

function bareMessage(
  content: string | null,
  calls: readonly OpenAI.ChatCompletionMessageFunctionToolCall[],
): OpenAI.ChatCompletionAssistantMessageParam {
  const tool_calls = calls.map(({ id, type, function: { name, arguments: json } }) => ({
    id,
    type,
    function: { name, arguments: json },
  }));
  return { role: 'assistant', content, ...(tool_calls.length > 0 && { tool_calls }) };
}

function converseOverMessages({ anthropic }: Clients, lane: StrictLane, habits: Habits): Conversation {
  const messages: { role: 'user' | 'assistant' | 'system'; content: Anthropic.ContentBlockParam[] }[] = [];
  return {
    // Reminders stand beside the results, instructions in a turn of their own behind them, as Claude Code has both.
    say(role, text) {
      const last = messages.at(-1);
      if (role === 'user' && last?.role === 'user') last.content.push({ type: 'text', text });
      else messages.push({ role, content: [{ type: 'text', text }] });
    },
    async ask() {
      const request = {
        model: lane.name,
        // Coding agents send it in blocks, with marks of a cache.
        system: [
          { type: 'text' as const, text: INSTRUCTIONS },
          { type: 'text' as const, text: RULES, cache_control: { type: 'ephemeral' as const } },
        ],
        messages: messages as Anthropic.MessageParam[],
        tools: MESSAGES_TOOLS,
        max_tokens: 4096,
        thinking: habits.interrupts ? { type: 'adaptive' as const } : { type: 'enabled' as const, budget_tokens: 2048 },
      };
      const { content } = habits.isStreamed
        ? await anthropic.messages.stream(request).finalMessage()
        : await anthropic.messages.create(request);
      messages.push({
        role: 'assistant',
        content: habits.forgets ? content.filter(({ type }) => !type.endsWith('thinking')) : content,
      });
      const calls = content.filter((block) => block.type === 'tool_use');
      const results = calls.map(({ id, name, input }) => ({
        type: 'tool_result' as const,
        tool_use_id: id,
        content: runTool(name, input),
      }));
      if (results.length > 0) messages.push({ role: 'user', content: results });
      return { turn: readBlocks(content), hasCalls: calls.length > 0 };
    },
  };
}

function readBlocks(content: readonly Anthropic.ContentBlock[]): StrictTurn {
  const turn: StrictTurn = { thinking: '', said: [] };
  for (const block of content) {
    if (block.type === 'thinking') turn.thinking += block.thinking;
    if (block.type === 'text') turn.said.push({ text: block.text });
    if (block.type === 'tool_use') turn.said.push({ call: block.name, input: block.input });
  }
  return turn;
}

function converseOverResponses({ openai }: Clients, lane: StrictLane, habits: Habits): Conversation {
  const role = (name: 'developer' | 'user', text: string): OpenAI.Responses.ResponseInputItem => ({
    type: 'message',
    role: name,
    content: [{ type: 'input_text', text }],
  });
  // Coding agents begin with their rules and with the surroundings.
  const input = [role('developer', RULES), role('user', SURROUNDINGS)];
  return {
    say: (name, text) => void input.push(role(name === 'system' ? 'developer' : 'user', text)),
    async ask() {
      const request = {
        model: lane.name,
        instructions: INSTRUCTIONS,
        input,
        tools: RESPONSES_TOOLS,
        tool_choice: 'auto' as const,
        parallel_tool_calls: true,
        store: false,
        include: ['reasoning.encrypted_content' as const],
        prompt_cache_key: 'conversation-1',
        ...(lane.effort && { reasoning: { effort: lane.effort, summary: 'auto' as const } }),
      };
      const { output } = habits.isStreamed
        ? await openai.responses.stream(request).finalResponse()
        : await openai.responses.create(request);
      const kept = habits.forgets ? output.filter(({ type }) => type !== 'reasoning') : output;
      input.push(...(kept as OpenAI.Responses.ResponseInputItem[]));
      const calls = output.flatMap((item) => (item.type === 'function_call' ? item : []));
      for (const { call_id, name, arguments: json } of calls) {
        input.push({ type: 'function_call_output', call_id, output: runTool(name, JSON.parse(json)) });
      }
      return { turn: readItems(output), hasCalls: calls.length > 0 };
    },
  };
}

function readItems(output: readonly OpenAI.Responses.ResponseOutputItem[]): StrictTurn {
  const turn: StrictTurn = { thinking: '', said: [] };
  for (const item of output) {
    if (item.type === 'reasoning') turn.thinking += item.summary.map(({ text }) => text).join('');
    if (item.type === 'function_call') turn.said.push({ call: item.name, input: JSON.parse(item.arguments) });
    if (item.type !== 'message') continue;
    turn.said.push({ text: item.content.map((part) => (part.type === 'output_text' ? part.text : '')).join('') });
  }
  return turn;
}
