import { describe, expect, it } from '@jest/globals';
import { formAnswer, readAccept } from './accepted-types.js';

// docs/contract/mcp.md#protocol
describe('the header Accept of a client of MCP', () => {
  it.each([
    [undefined, 'json'],
    ['', 'json'],
    [' , ', 'json'],
    ['*/*', 'json'],
    ['*', 'json'],
    ['application/json', 'json'],
    ['application/*', 'json'],
    ['Application/JSON; charset=utf-8', 'json'],
    ['application/json, text/plain, */*', 'json'],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 'json'],
    ['application/json, text/event-stream', 'either'],
    ['text/event-stream;q=0.5,application/json', 'either'],
    ['text/event-stream, */*;q=0.1', 'either'],
    ['application/json, text/event-stream;q=0', 'json'],
    ['*/*, text/event-stream;q=0.0', 'json'],
    ['text/event-stream', 'stream'],
    ['text/*', 'stream'],
    ['*/*, application/json;q=0', 'stream'],
    ['text/html', undefined],
    ['application/json;q=0', undefined],
    ['application/jsonp, text/event-streams', undefined],
    ['*/*;q=0', undefined],
  ])('%j allows %s', (header, form) => {
    expect(readAccept(header)).toBe(form);
  });

  const answer = (text: string, type: string, status = 200) =>
    new Response(text, { status, headers: { 'content-type': type } });

  it('leaves of a stream the message that answers', async () => {
    const events =
      ': ping\n\nevent: message\ndata: {"method":"n"}\n\nevent: message\nid: 1\ndata: {"id":1}\n\n: ping\n\n';
    const formed = await formAnswer(answer(events, 'text/event-stream'), 'json');
    expect([formed.headers.get('content-type'), await formed.text()]).toEqual(['application/json', '{"id":1}']);
  });

  it('makes a stream of one message for a client that takes no JSON', async () => {
    const formed = await formAnswer(answer('{"id":1}', 'application/json'), 'stream');
    expect([formed.headers.get('content-type'), await formed.text()]).toEqual([
      'text/event-stream',
      'event: message\ndata: {"id":1}\n\n',
    ]);
  });

  it('leaves refusals as they are', async () => {
    const refused = answer('{"error":{}}', 'application/json', 400);
    expect(await formAnswer(refused, 'stream')).toBe(refused);
  });
});
