import type { RequestProbe } from '../probe.js';
import { TOOL_NAME } from './probe-tool.js';
import {
  CHAT_TOOLS,
  chatTurn,
  MESSAGES_TOOLS,
  messagesTurn,
  RESPONSES_TOOLS,
  responsesTurn,
  turn,
} from './probe-turns.js';

const X = 'probe-result';
/** An id that every provider takes as it is. */
const FITTING_ID = 'callprobe';
const BYTES = 'cHJvYmUtYnl0ZXM=';
const OTHER_BYTES = 'b3RoZXItYnl0ZXM=';
const PNG = `data:image/png;base64,${BYTES}`;
const OTHER_PNG = `data:image/png;base64,${OTHER_BYTES}`;
const TEXT_PART = { type: 'text', text: 'see' };
const IMAGE_PART = { type: 'image_url', image_url: { url: PNG } };
const OTHER_IMAGE_PART = { type: 'image_url', image_url: { url: OTHER_PNG } };

/** Results of earlier calls. */
export const TOOL_RESULTS: readonly RequestProbe[] = [
  {
    feature: 'the result of a call: text',
    says: turn(X, X, X),
    stands: {
      reference: { 'messages[2].role': 'tool', 'messages[2].tool_call_id': 'call_probe', 'messages[2].content': X },
      messages: { 'messages[2].content[0]': { type: 'tool_result', tool_use_id: 'call_probe', content: X } },
      gemini: {
        'contents[2].parts[0].functionResponse': { id: 'call_probe', name: TOOL_NAME, response: { output: X } },
      },
      vertex: { 'contents[2].parts[0].functionResponse': { name: TOOL_NAME, response: { output: X } } },
      cohere: { 'messages[2].tool_call_id': 'call_probe', 'messages[2].content': X },
      converse: { 'messages[2].content[0].toolResult': { toolUseId: 'call_probe', content: [{ text: X }] } },
    },
    sentinels: [X],
  },
  {
    feature: 'the result of a call: the text of a JSON object',
    says: turn('{"probe": "value"}', '{"probe": "value"}', '{"probe": "value"}'),
    stands: {
      reference: { 'messages[2].content': '{"probe": "value"}' },
      messages: { 'messages[2].content[0].content': '{"probe": "value"}' },
      generateContent: { 'contents[2].parts[0].functionResponse.response': { probe: 'value' } },
      cohere: { 'messages[2].content': '{"probe": "value"}' },
      converse: { 'messages[2].content[0].toolResult.content[0].text': '{"probe": "value"}' },
    },
  },
  {
    feature: 'the result of a call: an image',
    says: turn(
      [{ type: 'image_url', image_url: { url: `data:image/png;base64,${BYTES}` } }],
      [{ type: 'input_image', image_url: `data:image/png;base64,${BYTES}` }],
      [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: BYTES } }],
    ),
    stands: {
      reference: { 'messages[2].content[0].image_url.url': `data:image/png;base64,${BYTES}` },
      messages: { 'messages[2].content[0].content[0].source.data': BYTES },
      generateContent: { 'contents[2].parts[0].functionResponse.parts[0].inlineData.data': BYTES },
      converse: { 'messages[2].content[0].toolResult.content[0].image.source.bytes': BYTES },
    },
    sentinels: [BYTES],
  },
  {
    feature: 'the result of a call: texts and images in turn',
    says: turn(
      [TEXT_PART, IMAGE_PART, { type: 'text', text: X }, OTHER_IMAGE_PART],
      [
        { type: 'input_text', text: 'see' },
        { type: 'input_image', image_url: PNG },
        { type: 'input_text', text: X },
        { type: 'input_image', image_url: OTHER_PNG },
      ],
      [
        TEXT_PART,
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: BYTES } },
        { type: 'text', text: X },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: OTHER_BYTES } },
      ],
    ),
    stands: {
      reference: { 'messages[2].content': [TEXT_PART, IMAGE_PART, { type: 'text', text: X }, OTHER_IMAGE_PART] },
      messages: {
        'messages[2].content[0].content[1].source.data': BYTES,
        'messages[2].content[0].content[2].text': X,
        'messages[2].content[0].content[3].source.data': OTHER_BYTES,
      },
      converse: {
        'messages[2].content[0].toolResult.content[1].image.source.bytes': BYTES,
        'messages[2].content[0].toolResult.content[2].text': X,
        'messages[2].content[0].toolResult.content[3].image.source.bytes': OTHER_BYTES,
      },
    },
    sentinels: [X, BYTES, OTHER_BYTES],
  },
  {
    feature: 'the result of a call: a PDF',
    says: {
      responses: {
        ...RESPONSES_TOOLS,
        input: responsesTurn([
          { type: 'input_file', file_data: `data:application/pdf;base64,${BYTES}`, filename: 'document.pdf' },
        ]),
      },
      messages: {
        ...MESSAGES_TOOLS,
        messages: messagesTurn([
          { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: BYTES } },
        ]),
      },
    },
    stands: {
      reference: { 'messages[2].content[0].file.file_data': `data:application/pdf;base64,${BYTES}` },
      messages: { 'messages[2].content[0].content[0].source.data': BYTES },
      generateContent: { 'contents[2].parts[0].functionResponse.parts[0].inlineData.data': BYTES },
      converse: { 'messages[2].content[0].toolResult.content[0].document.source.bytes': BYTES },
    },
    sentinels: [BYTES],
  },
  {
    feature: 'the result of a call: is_error',
    says: { messages: { ...MESSAGES_TOOLS, messages: messagesTurn(X, 'call_probe', { is_error: true }) } },
    stands: {
      messages: { 'messages[2].content[0].is_error': true },
      converse: { 'messages[2].content[0].toolResult.status': 'error' },
      generateContent: { 'contents[2].parts[0].functionResponse.response.error': X },
    },
    sentinels: ['is_error'],
  },
  {
    feature: 'the result of a call: a tool_reference',
    says: {
      messages: {
        ...MESSAGES_TOOLS,
        messages: messagesTurn([{ type: 'tool_reference', tool_name: 'probe-found' }]),
      },
    },
    stands: { messages: { 'messages[2].content[0].content[0].tool_name': 'probe-found' } },
    sentinels: ['probe-found'],
  },
  {
    feature: 'text of the user after the results',
    says: {
      chat: { ...CHAT_TOOLS, messages: [...chatTurn(X, FITTING_ID), { role: 'user', content: 'probe-after' }] },
      responses: {
        ...RESPONSES_TOOLS,
        input: [...responsesTurn(X, FITTING_ID), { role: 'user', content: 'probe-after' }],
      },
      messages: {
        ...MESSAGES_TOOLS,
        messages: [
          ...messagesTurn(X, FITTING_ID).slice(0, 2),
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: FITTING_ID, content: X },
              { type: 'text', text: 'probe-after' },
            ],
          },
        ],
      },
    },
    stands: {
      reference: [{ 'messages[3].content': 'probe-after' }, { 'messages[3].content[0].text': 'probe-after' }],
      messages: { 'messages[2].content[1].text': 'probe-after' },
      generateContent: [{ 'contents[2].parts[1].text': 'probe-after' }, { 'contents[3].parts[0].text': 'probe-after' }],
      cohere: [{ 'messages[3].content': 'probe-after' }, { 'messages[3].content[0].text': 'probe-after' }],
      converse: { 'messages[2].content[1].text': 'probe-after' },
    },
    sentinels: ['probe-after', X],
  },
  {
    feature: 'text of the user before the results of its turn',
    says: {
      messages: {
        ...MESSAGES_TOOLS,
        messages: [
          ...messagesTurn(X).slice(0, 2),
          {
            role: 'user',
            content: [
              { type: 'text', text: 'probe-before' },
              { type: 'tool_result', tool_use_id: 'call_probe', content: X },
            ],
          },
        ],
      },
    },
    sentinels: ['probe-before', X],
  },
];
