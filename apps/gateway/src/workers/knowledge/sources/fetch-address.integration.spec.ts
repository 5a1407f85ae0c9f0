import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createGuardedFetch, type GuardedFetch, parseAllowedNetworks } from '@multilane/egress';
import { fetchAddress } from './fetch-address.js';
import type { FetchedSource, SourceFailure } from './fetch-source.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const SOUND = Buffer.from('sound');
const PAGE_TYPE = { 'content-type': 'text/html; charset=utf-8', etag: '"page"' };
const VIDEO = '<meta property="og:type" content="video.other"><title>Tides</title>';
const ARTICLE = `<p>${'The sea rises and falls. '.repeat(60)}</p>`;

describe('fetchAddress', () => {
  let server: Server;
  let base: string;
  let guarded: GuardedFetch;
  const answers = new Map<string, Answer>();
  const asked: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const answer = answers.get(request.url ?? '');
      if (answer === undefined) response.writeHead(404).end();
      else answer(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // The loopback address stands for the public internet here.
    guarded = createGuardedFetch({ allowed: parseAllowedNetworks(['127.0.0.1/32']) });
  });

  afterAll(async () => {
    await guarded?.close();
    server.closeAllConnections();
    server.close();
  });

  beforeEach(() => {
    answers.clear();
    asked.length = 0;
    serve('/tides.mp3', SOUND, { 'content-type': 'audio/mpeg', etag: '"sound"' });
  });

  const serve = (path: string, body: string | Buffer, headers: Record<string, string> = PAGE_TYPE): void => {
    answers.set(path, (_, response) => response.writeHead(200, headers).end(body));
  };
  const fetchPage = (body: string, { transcribes = true } = {}): Promise<FetchedSource | undefined> => {
    serve('/page', body);
    return fetchAddress(guarded, `${base}/page`, { signal: new AbortController().signal, transcribes });
  };
  const failureOf = (promise: Promise<unknown>): Promise<SourceFailure> =>
    promise.then(
      () => Promise.reject(new Error('the address was read')),
      (error: SourceFailure) => error,
    );

  it('reads a page as it is where it is no video', async () => {
    expect(await fetchPage(ARTICLE)).toMatchObject({ bytes: Buffer.from(ARTICLE), mediaType: 'text/html' });
    expect(asked).toEqual(['/page']);
  });

  it('reads the recording of a page, under its title and with the version of the page', async () => {
    expect(await fetchPage(`${VIDEO}<audio src="/tides.mp3"></audio>`)).toEqual({
      bytes: SOUND,
      mediaType: 'audio/mpeg',
      address: `${base}/tides.mp3`,
      name: 'Tides',
      etag: '"page"',
      lastModified: null,
    });
  });

  it('asks for a page again only where it has changed', async () => {
    answers.set('/page', ({ headers }, response) =>
      response.writeHead(headers['if-none-match'] === '"page"' ? 304 : 200, PAGE_TYPE).end(),
    );
    const known = { etag: '"page"', lastModified: null };
    const { signal } = new AbortController();
    expect(await fetchAddress(guarded, `${base}/page`, { known, signal, transcribes: true })).toBeUndefined();
    expect(asked).toEqual(['/page']);
  });

  it('reads captions before a recording, with or without a model', async () => {
    serve('/en.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\nThe moon pulls.\n', { 'content-type': 'text/vtt' });
    for (const transcribes of [true, false]) {
      const source = await fetchPage(`${VIDEO}<video src="/tides.mp3"><track src="/en.vtt" srclang="en"></video>`, {
        transcribes,
      });
      expect(source?.bytes.toString()).toBe('# Tides\n\n[00:00:01] The moon pulls.\n');
      expect(source).toMatchObject({ mediaType: 'text/markdown', name: 'Tides', etag: '"page"' });
    }
    expect(asked).not.toContain('/tides.mp3');
  });

  it.each([
    ['are not there', '<track src="/none.vtt">'],
    ['say nothing', '<track src="/page">'],
    ['are inside the network', '<track src="http://10.0.0.1/en.vtt">'],
  ])('reads the recording where captions %s', async (_, track) => {
    expect(await fetchPage(`${VIDEO}<video src="/tides.mp3">${track}</video>`)).toMatchObject({ bytes: SOUND });
  });

  it('tries the next recording where one is none, or leads into the network', async () => {
    serve('/player', '<p>a player');
    answers.set('/inside', (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end());
    const sources = ['/player', '/inside', '/tides.mp3'].map((path) => `<source src="${path}">`).join('');
    expect(await fetchPage(`${VIDEO}<video>${sources}</video>`)).toMatchObject({ bytes: SOUND });
    expect(asked).toEqual(['/page', '/player', '/inside', '/tides.mp3']);
  });

  it.each<[string, string, string, boolean]>([
    ['inside the network', 'http://10.0.0.1/a.mp3', 'source_refused', false],
    ['that redirects into the network', '/inside', 'source_refused', false],
    ['that is not there', '/none.mp3', 'source_status', false],
    ['whose server is overloaded', '/busy', 'source_status', true],
    ['that is too large', '/large', 'source_too_large', false],
    ['that is a page', '/page', 'needs_transcription', false],
  ])('fails with the reason for a recording %s', async (_, src, code, isPassing) => {
    answers.set('/inside', (_request, response) => response.writeHead(302, { location: 'http://192.168.0.1/' }).end());
    answers.set('/busy', (_request, response) => response.writeHead(503).end());
    const length = String(200 * 2 ** 20);
    answers.set('/large', (_request, response) =>
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': length }).flushHeaders(),
    );
    const failure = await failureOf(fetchPage(`${VIDEO}<video src="${src}"></video>`));
    expect(failure).toMatchObject({ code, isPassing, message: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(failure.message).not.toMatch(/192\.168|169\.254/);
  });

  it('tries no more than three recordings', async () => {
    const sources = [1, 2, 3, 4].map((at) => `<source src="/${at}.mp3">`).join('');
    await failureOf(fetchPage(`${VIDEO}<video>${sources}</video>`));
    expect(asked).toEqual(['/page', '/1.mp3', '/2.mp3', '/3.mp3']);
  });

  it('fails for a video that no model is there for, or whose file is hidden, and says which', async () => {
    const video = `${VIDEO}<video src="/tides.mp3"></video>`;
    const withoutModel = await failureOf(fetchPage(video, { transcribes: false }));
    expect(withoutModel.code).toBe('needs_transcription');
    expect(withoutModel.message).toContain('`knowledge.transcription_model`');
    expect(asked).not.toContain('/tides.mp3');
    for (const transcribes of [true, false]) {
      const hidden = await failureOf(fetchPage(VIDEO, { transcribes }));
      expect([hidden.code, hidden.message]).toEqual([
        'needs_transcription',
        expect.stringContaining('does not give out its file'),
      ]);
    }
  });

  it('reads the text of a page where it has some, and its recording cannot be read', async () => {
    for (const [body, transcribes] of [
      [`${VIDEO}${ARTICLE}<video src="/none.mp4"></video>`, true],
      [`${VIDEO}${ARTICLE}<video src="/tides.mp3"></video>`, false],
      ['<h1>Us</h1><video src="/tides.mp3"></video>', false],
    ] as const) {
      expect(await fetchPage(body, { transcribes })).toMatchObject({ mediaType: 'text/html' });
    }
  });

  it('keeps the name of the file where a title would look like a file of another type', async () => {
    const title = '<meta property="og:title" content="notes.txt">';
    expect(await fetchPage(`${VIDEO}${title}<audio src="/tides.mp3"></audio>`)).toMatchObject({ name: 'tides.mp3' });
  });

  it('reads captions where a short address leads to a site of videos', async () => {
    const fetchGuarded = async (url: string): Promise<Response> => {
      asked.push(url);
      const page = new Response('<p>a page', { headers: PAGE_TYPE });
      if (url.startsWith('https://short.example')) {
        Object.defineProperty(page, 'url', { value: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' });
      }
      return page;
    };
    const { signal } = new AbortController();
    const failure = await failureOf(
      fetchAddress({ fetchGuarded } as unknown as GuardedFetch, 'https://short.example/x', {
        signal,
        transcribes: true,
      }),
    );
    expect(failure).toMatchObject({ code: 'needs_transcription' });
    expect(failure.message).toContain('does not give out the sound');
  });
});
