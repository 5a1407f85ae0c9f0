import PostalMime, { type Address } from 'postal-mime';
import type { Block } from '../../document/parsed-document.js';
import { ParseError } from '../parse-error.js';
import type { FormatInput, FormatOutput } from './format-input.js';
import { htmlToBlocks } from './html-to-blocks.js';
import { textToBlocks } from './parse-text.js';

/** Messages in messages in messages: no honest email has more. */
const DEEPEST_NESTING = 20;

/** Subject, correspondents and text of a message. Attachments are named; upload them to have them read. */
export async function parseEmail({ bytes }: FormatInput): Promise<FormatOutput> {
  const message = await PostalMime.parse(bytes, { maxNestingDepth: DEEPEST_NESTING });
  const { subject = '', date = '', html, text = '' } = message;
  if (message.headers.length === 0) {
    throw new ParseError('corrupt', 'The file is not an e-mail: it has no headers. Save the message again as .eml.');
  }
  const from = message.from === undefined ? '' : showAddress(message.from);
  const to = (message.to ?? []).map(showAddress).join(', ');
  const attachments = message.attachments.map(({ filename }) => filename ?? 'unnamed').join(', ');
  const head = Object.entries({ From: from, To: to, Date: date, Attachments: attachments });
  const lines = head.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`);
  const title: Block[] = subject === '' ? [] : [{ kind: 'heading', level: 1, text: subject }];
  const body = html === undefined ? textToBlocks(text) : htmlToBlocks(html);
  return {
    ...(subject && { title: subject }),
    metadata: { author: from, to, created: date, attachments },
    blocks: [...title, { kind: 'paragraph', text: lines.join('\n') }, ...body],
  };
}

/** A person with an address, or a group of them. */
function showAddress({ name, address, group }: Address): string {
  if (group !== undefined) return group.map(showAddress).join(', ');
  return name ? `${name} <${address}>` : (address ?? '');
}
