import type { ChatMessage } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { Losses } from '../../shared/losses.js';
import type { WireQuirks } from '../../wire-quirks.js';

/** A message in the form that strict providers take; the same one where nothing has to change. */
export function fitMessage(message: ChatMessage, quirks: WireQuirks, losses: Losses): ChatMessage {
  const called = withoutEmptyCalls(message);
  const known = quirks.refusesMembers.length === 0 ? called : withoutMembers(called, quirks.refusesMembers, losses);
  const named = quirks.refusesNames ? withoutName(known, losses) : known;
  const joined = quirks.joinsTexts ? withJoinedTexts(named, losses) : named;
  return quirks.fillsContent ? withContent(joined) : joined;
}

/** Some servers answer with an empty list of calls, which clients send back and others reject. */
function withoutEmptyCalls(message: ChatMessage): ChatMessage {
  const { tool_calls: calls } = message;
  if (!(calls === null || (Array.isArray(calls) && calls.length === 0))) return message;
  const { tool_calls, ...rest } = message;
  return rest;
}

/** A turn that only calls tools says nothing, and so does one that only thought. */
function withContent(message: ChatMessage): ChatMessage {
  const { content } = message;
  const isMissing = content === undefined || content === null || (Array.isArray(content) && content.length === 0);
  return isMissing ? { ...message, content: '' } : message;
}

/**
 * Members that are left out or said in another way though they say something; a conversation without the others would
 * be another.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(['annotations', 'parsed', 'reasoning', 'refusal']);

function withoutMembers(message: ChatMessage, names: readonly string[], losses: Losses): ChatMessage {
  let known: ChatMessage | undefined;
  for (const name of names) {
    const value = message[name];
    if (value === undefined || (saysSomething(value) && !LEFT_OUT.has(name))) continue;
    known ??= { ...message };
    // `parsed` is the content once more.
    if (saysSomething(value) && name !== 'parsed') losses.lose('messages');
    // The words of a refusal are what the assistant said.
    if (name === 'refusal' && typeof value === 'string' && !message.content) known.content = value;
    delete known[name];
  }
  return known ?? message;
}

function saysSomething(value: unknown): boolean {
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function withoutName(message: ChatMessage, losses: Losses): ChatMessage {
  if (message.name === undefined) return message;
  losses.lose('messages');
  const { name, ...rest } = message;
  return rest;
}

/** Joins texts side by side, which a model reads one after the other; the other members of their parts are lost. */
function withJoinedTexts(message: ChatMessage, losses: Losses): ChatMessage {
  const { content } = message;
  if (!Array.isArray(content) || !content.every(isText)) return message;
  if (content.some((part) => Object.keys(part).some((name) => name !== 'type' && name !== 'text'))) {
    losses.lose('messages');
  }
  return { ...message, content: content.map((part) => String(Object(part).text)).join('') };
}

function isText(part: unknown): boolean {
  return isRecord(part) && part.type === 'text' && typeof part.text === 'string';
}
