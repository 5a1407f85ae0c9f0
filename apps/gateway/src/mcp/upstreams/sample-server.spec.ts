import { describe, expect, it } from '@jest/globals';
import { createSampleServer } from './sample-server.js';

/** Asks for a sum, with numbers as they are written. */
async function add(a: string, b: string) {
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":${a},"b":${b}}}}`;
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const server = createSampleServer();
  const answer = await server.fetch(new Request('http://sample.invalid/mcp', { method: 'POST', headers, body }));
  const said = await answer.text();
  await server.close();
  return said;
}

describe('the sample server', () => {
  it('adds two numbers', async () => {
    expect(await add('1', '2')).toContain('"text":"3"');
  });

  it.each([
    ['1e308', '1e308'],
    ['1e999', '-1e999'],
    ['"1"', '2'],
    ['null', '2'],
  ])('rejects a sum of %s and %s, which is no number', async (a, b) => {
    const said = await add(a, b);
    expect(said).toContain('"isError":true');
    expect(said).not.toMatch(/"text":"(NaN|-?Infinity)"/);
  });
});
