import type { ChatMessage, ContentPart } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import { describeFunctionCall } from '../../shared/describe-function-call.js';

type Json = Record<string, unknown>;

/** The content of a message of the user or the system, or of a tool's result. One text stays a text. */
export function encodeContent(content: ChatMessage['content'], path: string): string | Json[] {
  if (!Array.isArray(content)) return content ?? '';
  const [first] = content;
  if (content.length === 1 && first?.type === 'text') return first.text;
  return content.map((part, index) => encodePart(part, `${path}[${index}]`));
}

function encodePart(part: ContentPart, path: string): Json {
  switch (part.type) {
    case 'text':
      return { type: 'input_text', text: part.text };
    case 'image_url': {
      const { url, detail } = part.image_url;
      return { type: 'input_image', image_url: url, detail: detail ?? 'auto' };
    }
    case 'file': {
      const { file_data: data, file_id: id, filename } = part.file;
      // A stored file has its own name.
      if (id) return { type: 'input_file', file_id: id };
      return { type: 'input_file', filename: filename ?? 'file', file_data: data };
    }
    default:
      throw unsupported(path, 'is not supported: the model is served by the Responses API, which takes no such part.');
  }
}

/**
 * Encodes the assistant's speech: its texts, its refusals, and in words a call of the deprecated kind. Undefined if
 * that is nothing.
 */
export function encodeSpeech({ content, function_call: call, refusal }: ChatMessage): string | Json[] | undefined {
  const parts = Array.isArray(content) ? content.flatMap(toOutputPart) : [];
  if (refusal) parts.push({ type: 'refusal', refusal });
  const described = describeFunctionCall(call);
  if (described !== '') parts.push({ type: 'output_text', text: described });
  if (typeof content !== 'string' || content === '') return parts.length > 0 ? parts : undefined;
  return parts.length === 0 ? content : [{ type: 'output_text', text: content }, ...parts];
}

function toOutputPart(part: ContentPart): Json[] {
  if (part.type === 'text') return part.text === '' ? [] : [{ type: 'output_text', text: part.text }];
  return part.type === 'refusal' ? [{ type: 'refusal', refusal: part.refusal }] : [];
}
