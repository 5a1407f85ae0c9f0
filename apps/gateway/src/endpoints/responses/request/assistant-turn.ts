import type {
  ChatMessage,
  ContentPart,
  ResponsesCustomToolCall,
  ResponsesFunctionCall,
  ResponsesInputMessage,
  ResponsesReasoning,
  ToolCall,
} from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { Losses } from '@multilane/providers';
import { isSealedHere, openReasoning } from '@multilane/providers';
import { flattenName } from './flatten-name.js';
import type { MessageOrigin } from './message-origin.js';
import { isPlainText, translatePart } from './translate-content.js';

/**
 * One assistant turn, gathered from the items that it consists of: chat says reasoning, text and calls in one message.
 * Lossy: where text stood among the calls, and a message's `phase`.
 */
export class AssistantTurn {
  readonly #path: string;
  readonly #texts: ContentPart[] = [];
  readonly #textPaths: string[] = [];
  readonly #refusals: string[] = [];
  #refusalPath: string | undefined;
  readonly #calls: ToolCall[] = [];
  readonly #callPaths: string[] = [];
  #reasoning = '';
  #reasoningPath: string | undefined;
  readonly #details: unknown[] = [];
  readonly #extras = new Map<string, unknown>();
  #spoke = false;

  readonly #losses: Losses;

  /** `path` is that of the first item. */
  constructor(path: string, losses: Losses) {
    this.#path = path;
    this.#losses = losses;
  }

  addMessage({ content }: ResponsesInputMessage, path: string): void {
    this.#spoke = true;
    // A chat message has one text, and then its calls.
    if (this.#calls.length > 0) this.#losses.lose('input');
    const parts = typeof content === 'string' ? [{ type: 'output_text' as const, text: content }] : content;
    parts.forEach((part, index) => {
      const partPath = typeof content === 'string' ? `${path}.content` : `${path}.content[${index}]`;
      const translated = translatePart(part, partPath);
      if (translated.type === 'refusal') {
        this.#refusals.push(translated.refusal);
        this.#refusalPath ??= partPath;
      } else if (translated.type !== 'text' || translated.text !== '') {
        this.#texts.push(translated);
        this.#textPaths.push(partPath);
      }
    });
  }

  /**
   * Encrypted content that another service wrote is left out: no provider here could read it
   * (docs/contract/chat.md#reasoning). Throws `invalid_value` for what the gateway wrote and was changed on its way.
   */
  addReasoning({ summary, content, encrypted_content: sealed }: ResponsesReasoning, path: string): void {
    this.#reasoningPath ??= path;
    const texts = content?.length ? content : (summary ?? []);
    this.#reasoning += texts.map(({ text }) => text).join('\n\n');
    if (!sealed) return;
    const envelope = openReasoning(sealed);
    if (envelope === undefined) {
      if (isSealedHere(sealed)) throw changed(`${path}.encrypted_content`);
      this.#losses.lose('input');
      return;
    }
    for (const detail of envelope.details) this.#details.push(detail);
    for (const [id, extra] of Object.entries(envelope.calls)) this.#extras.set(id, extra);
  }

  addCall(item: ResponsesFunctionCall | ResponsesCustomToolCall, path: string): void {
    const text = item.type === 'function_call' ? item.arguments : JSON.stringify({ input: item.input });
    const called = { name: flattenName(item.name, item.namespace), arguments: text };
    this.#calls.push({ id: item.call_id, type: 'function', function: called });
    this.#callPaths.push(path);
  }

  /** The turn as a message; undefined if it says nothing. */
  build(): { message: ChatMessage; origin: MessageOrigin } | undefined {
    const hasReasoning = this.#reasoning !== '' || this.#details.length > 0;
    if (!this.#spoke && !hasReasoning && this.#calls.length === 0) return undefined;
    const message: ChatMessage = { role: 'assistant', content: this.#content() };
    if (this.#refusals.length > 0) message.refusal = this.#refusals.join('');
    if (this.#reasoning !== '') message.reasoning_content = this.#reasoning;
    if (this.#details.length > 0) message.reasoning_details = this.#details;
    if (this.#calls.length > 0) message.tool_calls = this.#calls.map((call) => this.#sign(call));
    return { message, origin: this.#origin() };
  }

  #content(): ChatMessage['content'] {
    const [first] = this.#texts;
    if (first === undefined) return this.#calls.length > 0 || this.#refusals.length > 0 ? null : '';
    return this.#texts.length === 1 && isPlainText(first) ? first.text : this.#texts;
  }

  #sign(call: ToolCall): ToolCall {
    const extra = this.#extras.get(call.id);
    return extra === undefined ? call : { ...call, extra_content: extra };
  }

  #origin(): MessageOrigin {
    return {
      path: this.#path,
      members: {
        content: this.#textPaths[0] ?? this.#path,
        refusal: this.#refusalPath ?? this.#path,
        reasoning_content: this.#reasoningPath ?? this.#path,
        reasoning_details: this.#reasoningPath ?? this.#path,
        tool_calls: this.#callPaths[0] ?? this.#path,
      },
      elements: { content: this.#textPaths, tool_calls: this.#callPaths },
    };
  }
}

function changed(param: string): GatewayError {
  return new GatewayError('invalid_value', {
    param,
    message: `\`${param}\` must be the unchanged text of an answer of this gateway: leave the item out otherwise.`,
  });
}
