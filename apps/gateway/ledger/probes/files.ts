import type { RequestProbe } from '../probe.js';

const X = 'probe-text';
const BYTES = 'cHJvYmUtYnl0ZXM=';
const PDF = `data:application/pdf;base64,${BYTES}`;
const TEXT = { type: 'text', text: 'see' };
const SEE = { type: 'input_text', text: 'see' };

const chat = (...parts: object[]) => ({ messages: [{ role: 'user', content: [TEXT, ...parts] }] });
const responses = (...parts: object[]) => ({ input: [{ role: 'user', content: [SEE, ...parts] }] });
const messages = (...blocks: object[]) => ({ messages: [{ role: 'user', content: [TEXT, ...blocks] }] });

/** Documents, other files and audio. */
export const FILES: readonly RequestProbe[] = [
  {
    feature: 'a PDF as data',
    says: {
      chat: chat({ type: 'file', file: { file_data: PDF, filename: 'document.pdf' } }),
      responses: responses({ type: 'input_file', file_data: PDF, filename: 'document.pdf' }),
      messages: messages({
        type: 'document',
        source: { type: 'base64', media_type: 'application/pdf', data: BYTES },
        title: 'document.pdf',
      }),
    },
    stands: {
      reference: { 'messages[0].content[1].file.file_data': PDF },
      messages: { 'messages[0].content[1].source.data': BYTES },
      generateContent: { 'contents[0].parts[1].inlineData': { mimeType: 'application/pdf', data: BYTES } },
      converse: {
        'messages[0].content[1].document.format': 'pdf',
        'messages[0].content[1].document.source.bytes': BYTES,
      },
    },
    sentinels: [BYTES],
  },
  {
    feature: 'the name of a file',
    says: {
      chat: chat({ type: 'file', file: { file_data: PDF, filename: 'probe_file.pdf' } }),
      responses: responses({ type: 'input_file', file_data: PDF, filename: 'probe_file.pdf' }),
      messages: messages({
        type: 'document',
        source: { type: 'base64', media_type: 'application/pdf', data: BYTES },
        title: 'probe_file.pdf',
      }),
    },
    stands: {
      reference: { 'messages[0].content[1].file.filename': 'probe_file.pdf' },
      messages: { 'messages[0].content[1].title': 'probe_file.pdf' },
      converse: { 'messages[0].content[1].document.name': 'probe_file.pdf' },
    },
    sentinels: ['probe_file.pdf'],
  },
  {
    feature: 'a file of plain text',
    says: { chat: chat({ type: 'file', file: { file_data: `data:text/plain;base64,${BYTES}` } }) },
    stands: {
      responses: { 'input[0].content[1].file_data': `data:text/plain;base64,${BYTES}` },
      messages: { 'messages[0].content[1].source.data': 'probe-bytes' },
      generateContent: { 'contents[0].parts[1].inlineData': { mimeType: 'text/plain', data: BYTES } },
      converse: { 'messages[0].content[1].document.source.bytes': BYTES },
    },
    sentinels: [BYTES],
  },
  {
    feature: 'a text file in another charset',
    says: { chat: chat({ type: 'file', file: { file_data: 'data:text/plain;charset=iso-8859-1;base64,6Q==' } }) },
    // The text is UTF-8 for providers that take no charset.
    stands: {
      responses: { 'input[0].content[1].file_data': 'data:text/plain;charset=iso-8859-1;base64,6Q==' },
      messages: { 'messages[0].content[1].source.data': 'é' },
      generateContent: { 'contents[0].parts[1].inlineData': { mimeType: 'text/plain', data: 'w6k=' } },
      converse: { 'messages[0].content[1].document.source.bytes': 'w6k=' },
    },
    sentinels: ['6Q=='],
  },
  {
    feature: 'a text file in a charset that is not known',
    says: { chat: chat({ type: 'file', file: { file_data: 'data:text/plain;charset=probe;base64,6Q==' } }) },
    stands: { responses: { 'input[0].content[1].file_data': 'data:text/plain;charset=probe;base64,6Q==' } },
    sentinels: ['6Q=='],
  },
  {
    feature: 'a file of another type: CSV',
    says: { chat: chat({ type: 'file', file: { file_data: `data:text/csv;base64,${BYTES}` } }) },
    stands: {
      responses: { 'input[0].content[1].file_data': `data:text/csv;base64,${BYTES}` },
      generateContent: { 'contents[0].parts[1].inlineData': { mimeType: 'text/csv', data: BYTES } },
      converse: { 'messages[0].content[1].document.source.bytes': BYTES },
    },
    sentinels: [BYTES],
  },
  {
    feature: 'a stored file by its id',
    says: {
      chat: chat({ type: 'file', file: { file_id: 'file-probe' } }),
      responses: responses({ type: 'input_file', file_id: 'file-probe' }),
      messages: messages({ type: 'document', source: { type: 'file', file_id: 'file-probe' } }),
    },
    stands: {
      reference: { 'messages[0].content[1].file.file_id': 'file-probe' },
      messages: { 'messages[0].content[1].source.file_id': 'file-probe' },
      generateContent: {
        'contents[0].parts[1].fileData.fileUri': 'https://generativelanguage.googleapis.com/v1beta/files/file-probe',
      },
    },
    sentinels: ['file-probe'],
  },
  {
    feature: 'a file by its address',
    says: {
      responses: responses({ type: 'input_file', file_url: 'https://example.com/probe.pdf' }),
      messages: messages({ type: 'document', source: { type: 'url', url: 'https://example.com/probe.pdf' } }),
    },
    sentinels: ['https://example.com/probe.pdf'],
  },
  {
    feature: 'the detail of a file',
    says: { responses: responses({ type: 'input_file', file_data: PDF, filename: 'p.pdf', detail: 'low' }) },
  },
  {
    feature: 'a document of text with its title',
    says: {
      messages: messages({
        type: 'document',
        source: { type: 'text', media_type: 'text/plain', data: X },
        title: 'probe-title',
      }),
    },
    sentinels: [X, 'probe-title'],
  },
  {
    feature: 'a document of blocks',
    says: {
      messages: messages({ type: 'document', source: { type: 'content', content: [{ type: 'text', text: X }] } }),
    },
    sentinels: [X],
  },
  {
    feature: 'a result of a search: search_result',
    says: {
      messages: messages({
        type: 'search_result',
        source: 'https://example.com',
        title: 'probe-title',
        content: [{ type: 'text', text: X }],
      }),
    },
    sentinels: [X, 'probe-title'],
  },
  {
    feature: 'the context of a document',
    says: {
      messages: messages({
        type: 'document',
        source: { type: 'text', media_type: 'text/plain', data: 'd' },
        context: X,
      }),
    },
    sentinels: [X],
  },
  {
    feature: 'citations asked of a document',
    says: {
      messages: messages({
        type: 'document',
        source: { type: 'text', media_type: 'text/plain', data: 'd' },
        citations: { enabled: true },
      }),
    },
  },
  {
    feature: 'audio: wav',
    says: {
      chat: chat({ type: 'input_audio', input_audio: { data: BYTES, format: 'wav' } }),
      responses: responses({ type: 'input_audio', input_audio: { data: BYTES, format: 'wav' } }),
    },
    stands: {
      reference: { 'messages[0].content[1].input_audio': { data: BYTES, format: 'wav' } },
      generateContent: { 'contents[0].parts[1].inlineData': { mimeType: 'audio/wav', data: BYTES } },
      converse: { 'messages[0].content[1].audio': { format: 'wav', source: { bytes: BYTES } } },
    },
    sentinels: [BYTES],
  },
  {
    feature: 'audio of another format: flac',
    says: { chat: chat({ type: 'input_audio', input_audio: { data: BYTES, format: 'flac' } }) },
    sentinels: [BYTES],
  },
  {
    feature: 'an earlier answer of audio, by its id',
    says: {
      chat: {
        messages: [
          { role: 'user', content: 'hi' },
          { role: 'assistant', audio: { id: 'audio-probe' } },
          { role: 'user', content: 'hi' },
        ],
      },
    },
    sentinels: ['audio-probe'],
  },
];
