import { describe, expect, it } from '@jest/globals';
import type { RecordedRequest } from '../recorded-request.js';
import { jsonReply, type Reply, streamReply } from '../reply.js';
import { wireFor } from './wire-for.js';

const HEAD = { 'content-type': 'application/json', authorization: 'Bearer test' };

function faultOf(url: string, body: unknown, headers: object = HEAD, reply: Reply = jsonReply({})) {
  const [path = '', query = ''] = url.split('?');
  const request = { method: 'POST', url, path, query: new URLSearchParams(query), headers, body };
  return wireFor(path).findFault(request as unknown as RecordedRequest, reply, []);
}

const noul = { type: 'noul', instructions: 'Is it?' };

describe('the wires of completions, moderations and decisions', () => {
  it.each<[string, unknown]>([
    ['/v1/completions', { model: 'm', prompt: 'Once', max_tokens: 5, stop: ['a'] }],
    ['/v1/completions', { model: 'm', prompt: [[1, 2], [3]] }],
    ['/openai/deployments/d/completions?api-version=1', { prompt: ['a', 'b'] }],
    ['/v1/moderations', { input: ['a', 'b'] }],
    ['/v1/moderations', { model: 'm', input: [{ type: 'text', text: 'a' }] }],
    ['/v1/systemone', { model: 'm', state: { a: 1 }, questions: { q: noul } }],
    ['/v1/systemone', { model: 'm', state: 's', questions: { q: { ...noul, type: 'score', criteria: ['a', 'b'] } } }],
  ])('%s takes %j', (url, body) => {
    expect(faultOf(url, body)).toBeUndefined();
  });

  it.each<[string, unknown, string]>([
    ['/v1/completions', { model: 'm' }, 'prompt'],
    ['/v1/completions', { model: 'm', prompt: 'a', messages: [] }, 'messages'],
    ['/v1/moderations', { model: 'm', input: 5 }, 'input'],
    ['/v1/systemone', { model: 'm', state: 's', questions: { q: { type: 'guess' } } }, 'questions.q.type'],
    ['/v1/systemone', { model: 'm', state: 's', questions: { q: noul }, stream: true }, 'stream'],
  ])('%s rejects %j', (url, body, param) => {
    expect(faultOf(url, body)).toMatchObject({ param });
  });

  it('reject a call without a credential, without a version, or with another framing than was asked for', () => {
    const body = { model: 'm', prompt: 'a' };
    expect(faultOf('/v1/completions', body, { 'content-type': 'application/json' })?.message).toMatch(/credential/);
    expect(faultOf('/openai/deployments/d/completions', body)?.message).toMatch(/api-version/);
    expect(faultOf('/v1/completions', body, HEAD, streamReply(['{}']))).toMatchObject({ param: 'stream' });
    expect(faultOf('/v1/completions', { ...body, stream: true })).toMatchObject({ param: 'stream' });
  });
});
