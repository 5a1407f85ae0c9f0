import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@multilane/testing';

/** One pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The files that samples read, by their names. */
const FILES: Readonly<Record<string, Buffer | string>> = {
  'plan.pdf': makePdf('The bridge opened in 1932. A contract may run for up to 36 months.'),
  'paper.pdf': makePdf('Gateways add well under a millisecond.'),
  'examples.jsonl': `${JSON.stringify({
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
    ],
  })}\n`,
  'cat.png': Buffer.from(PNG, 'base64'),
  'hat.png': Buffer.from(PNG, 'base64'),
  'meeting.mp3': makeWav(),
  'config.yaml':
    'model_list:\n  - model_name: fast\n    litellm_params: { model: openai/gpt-4o, api_key: os.environ/OPENAI_API_KEY }\n',
  'config.json': JSON.stringify({ provider: 'openai', api_key: 'sk-example', override_params: { model: 'gpt-4o' } }),
};

/** Exports of usage, as importers' tests read them. */
const USAGE = join(PROJECT_ROOT, 'libs/importers/fixtures/usage');

/** Prepares the folder that the samples of a page run in. */
export function makeFiles(folder: string): void {
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content);
  for (const name of readdirSync(USAGE)) writeFileSync(join(folder, name), readFileSync(join(USAGE, name)));
  symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(folder, 'node_modules'));
}

/** A page with one line of text. */
function makePdf(line: string): string {
  const content = `BT /F1 12 Tf 72 720 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`;
}

/** A second of silence: 8,000 samples of 16 bits. */
function makeWav(): Buffer {
  const samples = Buffer.alloc(16_000);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
