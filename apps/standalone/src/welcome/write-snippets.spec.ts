import { describe, expect, it } from '@jest/globals';
import { writeCurl, writeNode, writePython } from './write-snippets.js';

const KEY = 'ml-0123456789ABCDEFGHIJKLMNOPabcdef';
const CALL = { baseUrl: 'http://localhost:8080/v1', model: 'simulator', apiKey: KEY };

describe('lines to paste', () => {
  it('are a streamed call for the shell', () => {
    expect(writeCurl(CALL)).toBe(
      [
        'curl -N http://localhost:8080/v1/chat/completions \\',
        `  -H "Authorization: Bearer ${KEY}" \\`,
        '  -H "Content-Type: application/json" \\',
        `  -d '{"model":"simulator","stream":true,"messages":[{"role":"user","content":"Say hello."}]}'`,
      ].join('\n'),
    );
  });

  it('are a module for Node.js', () => {
    expect(writeNode(CALL).split('\n')).toEqual([
      "import OpenAI from 'openai';",
      `const client = new OpenAI({ baseURL: "http://localhost:8080/v1", apiKey: "${KEY}" });`,
      `const answer = await client.chat.completions.create({ model: "simulator", messages: [{ role: 'user', content: 'Say hello.' }] });`,
      'console.log(answer.choices[0].message.content);',
    ]);
  });

  it('are a script for Python', () => {
    expect(writePython(CALL).split('\n')).toEqual([
      'from openai import OpenAI',
      `client = OpenAI(base_url="http://localhost:8080/v1", api_key="${KEY}")`,
      'answer = client.chat.completions.create(model="simulator", messages=[{"role": "user", "content": "Say hello."}])',
      'print(answer.choices[0].message.content)',
    ]);
  });

  it.each([writeCurl, writeNode, writePython])('hold no blank line, which is where they end: %p', (write) => {
    expect(write(CALL)).not.toMatch(/\n\s*\n/);
  });

  it('read the key from MULTILANE_API_KEY if there is no demo key', () => {
    const call = { ...CALL, apiKey: undefined };
    expect(writeCurl(call)).toContain('"Authorization: Bearer $MULTILANE_API_KEY"');
    expect(writeNode(call)).toContain('apiKey: process.env.MULTILANE_API_KEY');
    expect(writePython(call)).toMatch(/^import os\n(.*\n)+.*api_key=os\.environ\["MULTILANE_API_KEY"\]/);
  });

  it('survive a quote in the name of a model', () => {
    expect(writeCurl({ ...CALL, model: "it's" })).toContain(`{"model":"it'\\''s"`);
  });
});
