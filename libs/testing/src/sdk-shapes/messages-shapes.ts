import type Anthropic from '@anthropic-ai/sdk';
import {
  byMember,
  type Check,
  count,
  filledText,
  listOf,
  oneOf,
  orAbsent,
  orNull,
  record,
  shapeOf,
  text,
} from './shape.js';

/** The members of `usage` that were there from the beginning; later versions of the API add others. */
const USAGE = shapeOf<Pick<Anthropic.Usage, 'input_tokens' | 'output_tokens'>>({
  input_tokens: count,
  output_tokens: count,
});

const BLOCK = byMember('type', {
  text: shapeOf<Pick<Anthropic.TextBlock, 'type' | 'text'>>({ type: oneOf('text'), text }),
  thinking: shapeOf<Anthropic.ThinkingBlock>({ type: oneOf('thinking'), thinking: text, signature: text }),
  tool_use: shapeOf<Pick<Anthropic.ToolUseBlock, 'type' | 'id' | 'name' | 'input'>>({
    type: oneOf('tool_use'),
    id: filledText,
    name: filledText,
    input: record,
  }),
});

type Message = Pick<
  Anthropic.Message,
  'id' | 'type' | 'role' | 'model' | 'content' | 'stop_reason' | 'stop_sequence' | 'usage'
>;

const HEAD = {
  id: text,
  type: oneOf('message'),
  role: oneOf('assistant'),
  model: text,
  content: listOf(BLOCK),
  stop_sequence: orNull(text),
  usage: USAGE,
};

/** A whole message. */
export const MESSAGE: Check = shapeOf<Message>({ ...HEAD, stop_reason: filledText });

/** An event of a streamed message. */
export const MESSAGE_EVENT: Check = byMember('type', {
  message_start: shapeOf<Anthropic.RawMessageStartEvent>({
    type: oneOf('message_start'),
    message: shapeOf<Message>({ ...HEAD, stop_reason: oneOf(null) }),
  }),
  content_block_start: shapeOf<Anthropic.RawContentBlockStartEvent>({
    type: oneOf('content_block_start'),
    index: count,
    content_block: BLOCK,
  }),
  content_block_delta: shapeOf<Anthropic.RawContentBlockDeltaEvent>({
    type: oneOf('content_block_delta'),
    index: count,
    delta: record,
  }),
  content_block_stop: shapeOf<Anthropic.RawContentBlockStopEvent>({ type: oneOf('content_block_stop'), index: count }),
  message_delta: shapeOf<Anthropic.RawMessageDeltaEvent>({
    type: oneOf('message_delta'),
    delta: shapeOf<Pick<Anthropic.RawMessageDeltaEvent['delta'], 'stop_reason' | 'stop_sequence'>>({
      stop_reason: orNull(filledText),
      stop_sequence: orAbsent(text),
    }),
    usage: record,
  }),
  message_stop: shapeOf<Anthropic.RawMessageStopEvent>({ type: oneOf('message_stop') }),
});
