import type { RequestProbe } from '../probe.js';

const X = 'probe-text';
const BYTES = 'cHJvYmUtYnl0ZXM=';
const PNG = `data:image/png;base64,${BYTES}`;
const TEXT = { type: 'text', text: 'see' };
const SEE = { type: 'input_text', text: 'see' };

const chat = (...parts: object[]) => ({ messages: [{ role: 'user', content: [TEXT, ...parts] }] });
const responses = (...parts: object[]) => ({ input: [{ role: 'user', content: [SEE, ...parts] }] });
const messages = (...blocks: object[]) => ({ messages: [{ role: 'user', content: [TEXT, ...blocks] }] });

/** Places of an image's bytes. */
const IMAGE_BYTES = {
  reference: { 'messages[0].content[1].image_url.url': PNG },
  messages: { 'messages[0].content[1].source': { type: 'base64', media_type: 'image/png', data: BYTES } },
  generateContent: { 'contents[0].parts[1].inlineData': { mimeType: 'image/png', data: BYTES } },
  cohere: { 'messages[0].content[1].image_url.url': PNG },
  converse: { 'messages[0].content[1].image': { format: 'png', source: { bytes: BYTES } } },
};

/** Texts and images of a message. */
export const TEXTS_AND_IMAGES: readonly RequestProbe[] = [
  {
    feature: 'several texts in one message',
    says: {
      chat: chat({ type: 'text', text: X }),
      responses: responses({ type: 'input_text', text: X }),
      messages: messages({ type: 'text', text: X }),
    },
    stands: {
      reference: { 'messages[0].content[0].text': 'see', 'messages[0].content[1].text': X },
      deepseek: { 'messages[0].content': `see${X}` },
      cloudflare: { 'messages[0].content': `see${X}` },
      messages: { 'messages[0].content[0].text': 'see', 'messages[0].content[1].text': X },
      generateContent: { 'contents[0].parts[0].text': 'see', 'contents[0].parts[1].text': X },
      cohere: { 'messages[0].content[0].text': 'see', 'messages[0].content[1].text': X },
      converse: { 'messages[0].content[0].text': 'see', 'messages[0].content[1].text': X },
    },
    sentinels: [X],
  },
  {
    feature: 'a text of white space alone',
    says: {
      chat: chat({ type: 'text', text: ' \t ' }),
      responses: responses({ type: 'input_text', text: ' \t ' }),
      messages: messages({ type: 'text', text: ' \t ' }),
    },
    stands: {
      reference: { 'messages[0].content[1].text': ' \t ' },
      deepseek: { 'messages[0].content': 'see \t ' },
      cloudflare: { 'messages[0].content': 'see \t ' },
      messages: { 'messages[0].content[1].text': ' \t ' },
      generateContent: { 'contents[0].parts[1].text': ' \t ' },
      cohere: { 'messages[0].content[1].text': ' \t ' },
      converse: { 'messages[0].content[1].text': ' \t ' },
    },
  },
  {
    feature: 'an image as data',
    says: {
      chat: chat({ type: 'image_url', image_url: { url: PNG } }),
      responses: responses({ type: 'input_image', image_url: PNG }),
      messages: messages({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: BYTES } }),
    },
    stands: IMAGE_BYTES,
    sentinels: [BYTES],
  },
  {
    feature: 'an image by its https address',
    says: {
      chat: chat({ type: 'image_url', image_url: { url: 'https://example.com/probe.png' } }),
      responses: responses({ type: 'input_image', image_url: 'https://example.com/probe.png' }),
      messages: messages({ type: 'image', source: { type: 'url', url: 'https://example.com/probe.png' } }),
    },
    stands: {
      reference: { 'messages[0].content[1].image_url.url': 'https://example.com/probe.png' },
      messages: { 'messages[0].content[1].source': { type: 'url', url: 'https://example.com/probe.png' } },
      generateContent: { 'contents[0].parts[1].fileData.fileUri': 'https://example.com/probe.png' },
      cohere: { 'messages[0].content[1].image_url.url': 'https://example.com/probe.png' },
    },
    sentinels: ['https://example.com/probe.png'],
  },
  {
    feature: 'an image by an https address without the type at its end',
    says: { chat: chat({ type: 'image_url', image_url: { url: 'https://example.com/probe' } }) },
    stands: {
      responses: { 'input[0].content[1].image_url': 'https://example.com/probe' },
      messages: { 'messages[0].content[1].source': { type: 'url', url: 'https://example.com/probe' } },
      generateContent: { 'contents[0].parts[1].fileData.fileUri': 'https://example.com/probe' },
      cohere: { 'messages[0].content[1].image_url.url': 'https://example.com/probe' },
    },
  },
  {
    feature: 'an image by its http address',
    says: { chat: chat({ type: 'image_url', image_url: { url: 'http://example.com/probe.png' } }) },
    stands: {
      responses: { 'input[0].content[1].image_url': 'http://example.com/probe.png' },
      cohere: { 'messages[0].content[1].image_url.url': 'http://example.com/probe.png' },
    },
  },
  {
    feature: 'an image of another format: BMP',
    says: { chat: chat({ type: 'image_url', image_url: { url: `data:image/bmp;base64,${BYTES}` } }) },
    stands: {
      responses: { 'input[0].content[1].image_url': `data:image/bmp;base64,${BYTES}` },
      generateContent: { 'contents[0].parts[1].inlineData': { mimeType: 'image/bmp', data: BYTES } },
      cohere: { 'messages[0].content[1].image_url.url': `data:image/bmp;base64,${BYTES}` },
    },
    sentinels: [BYTES],
  },
  {
    feature: 'the detail of an image',
    says: {
      chat: chat({ type: 'image_url', image_url: { url: PNG, detail: 'low' } }),
      responses: responses({ type: 'input_image', image_url: PNG, detail: 'low' }),
    },
    stands: {
      reference: { 'messages[0].content[1].image_url.detail': 'low' },
      cohere: { 'messages[0].content[1].image_url.detail': 'low' },
    },
  },
  {
    feature: 'the detail of an image: original',
    says: {
      chat: chat({ type: 'image_url', image_url: { url: PNG, detail: 'original' } }),
      responses: responses({ type: 'input_image', image_url: PNG, detail: 'original' }),
    },
    stands: { reference: { 'messages[0].content[1].image_url.detail': 'original' } },
  },
  {
    feature: 'a stored image by its id',
    says: {
      responses: responses({ type: 'input_image', file_id: 'file-probe' }),
      messages: messages({ type: 'image', source: { type: 'file', file_id: 'file-probe' } }),
    },
    sentinels: ['file-probe'],
  },
  {
    feature: 'an unknown member of a part',
    says: {
      chat: chat({ type: 'text', text: 't', probe_member: X }),
      responses: responses({ type: 'input_text', text: 't', probe_member: X }),
      messages: messages({ type: 'text', text: 't', probe_member: X }),
    },
    stands: { reference: { 'messages[0].content[1].probe_member': X } },
    sentinels: [X],
  },
  {
    feature: 'a block of an unknown type',
    says: { messages: messages({ type: 'probe_block', probe: X }) },
    sentinels: [X],
  },
];
