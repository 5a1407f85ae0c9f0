import { describe, expect, it } from '@jest/globals';
import { EgressRefusal, type GuardedFetch } from '@multilane/egress';
import { fetchCaptions, findVideoId, isVideoSite } from './fetch-captions.js';

const ID = 'dQw4w9WgXcQ';

describe('findVideoId', () => {
  it.each([
    [`https://www.youtube.com/watch?v=${ID}&t=3`, ID],
    [`https://youtu.be/${ID}?si=x`, ID],
    [`https://m.youtube.com/shorts/${ID}`, ID],
    [`https://www.youtube-nocookie.com/embed/${ID}`, ID],
    [`https://www.youtube.com/live/${ID}`, ID],
    ['https://www.youtube.com/@somebody/videos', undefined],
    ['https://www.youtube.com/watch?v=short', undefined],
    [`https://youtube.com.evil.example/watch?v=${ID}`, undefined],
    [`https://example.com/watch?v=${ID}`, undefined],
    ['no address', undefined],
  ])('of %s is %s', (address, id) => {
    expect(findVideoId(address)).toBe(id);
  });
});

describe('isVideoSite', () => {
  it.each([
    ['https://youtu.be/x', true],
    ['https://player.vimeo.com/video/1', true],
    ['https://notyoutube.com/', false],
    ['source', false],
  ])('of %s is %s', (address, expected) => {
    expect(isVideoSite(address)).toBe(expected);
  });
});

type Answers = Readonly<Record<'page' | 'player' | 'captions', Response | Error>>;

const player = (tracks: object[] | undefined, status = 'OK'): Response =>
  Response.json({
    playabilityStatus: { status },
    videoDetails: { title: 'Tides\n explained' },
    ...(tracks && { captions: { playerCaptionsTracklistRenderer: { captionTracks: tracks } } }),
  });
const TRACK = { baseUrl: 'https://www.youtube.com/api/timedtext?v=1', languageCode: 'en' };
const page = (): Response => new Response('<script>{"INNERTUBE_API_KEY":"k"}</script>');
const captions = (): Response =>
  new Response(
    '<transcript><text start="0.5" dur="2">The moon &amp; the sea</text><text start="75" dur="2">rise.</text></transcript>',
  );

describe('fetchCaptions', () => {
  const asked: string[] = [];
  const fetch = (address: string, answers: Partial<Answers> = {}) => {
    const all: Answers = { page: page(), player: player([TRACK]), captions: captions(), ...answers };
    const fetchGuarded = async (url: string): Promise<Response> => {
      asked.push(url);
      const answer = url.includes('/player') ? all.player : url.includes('timedtext') ? all.captions : all.page;
      if (answer instanceof Error) throw answer;
      return answer;
    };
    return fetchCaptions({ fetchGuarded } as unknown as GuardedFetch, address, new AbortController().signal);
  };

  it('makes a document of the captions of a video, under its title, with times', async () => {
    const { bytes, ...rest } = await fetch(`https://youtu.be/${ID}`);
    expect(rest).toMatchObject({ name: 'Tides explained', mediaType: 'text/markdown', etag: null });
    expect(bytes.toString()).toBe('# Tides explained\n\n[00:00:00] The moon & the sea\n\n[00:01:15] rise.\n');
  });

  it('asks for everything through the guarded fetch', async () => {
    asked.length = 0;
    await fetch(`https://youtu.be/${ID}`);
    expect(asked.map((url) => new URL(url).pathname)).toEqual(['/watch', '/youtubei/v1/player', '/api/timedtext']);
  });

  it.each<[string, string, Partial<Answers>, string, boolean]>([
    ['a video without captions', `https://youtu.be/${ID}`, { player: player([]) }, 'needs_transcription', false],
    ['a page without a player', `https://youtu.be/${ID}`, { page: new Response('') }, 'needs_transcription', false],
    ['empty captions', `https://youtu.be/${ID}`, { captions: new Response('') }, 'needs_transcription', false],
    ['a page of another kind', 'https://www.youtube.com/@somebody', {}, 'needs_transcription', false],
    ['a site whose captions are not read', 'https://vimeo.com/1', {}, 'needs_transcription', false],
    [
      'a video that is gone',
      `https://youtu.be/${ID}`,
      { page: new Response('', { status: 404 }) },
      'source_status',
      false,
    ],
    [
      'a site that is asked too often',
      `https://youtu.be/${ID}`,
      { captions: new Response('', { status: 429 }) },
      'source_status',
      true,
    ],
    [
      'captions inside the network',
      `https://youtu.be/${ID}`,
      { captions: new EgressRefusal('ERR_FORBIDDEN_ADDRESS', 'the address is 10.0.0.1') },
      'source_unreachable',
      true,
    ],
    [
      'endless captions',
      `https://youtu.be/${ID}`,
      { captions: new Response(Buffer.alloc(21 * 2 ** 20)) },
      'source_too_large',
      false,
    ],
  ])('fails with a code and a sentence: %s', async (_, address, answers, code, isPassing) => {
    const failure = await fetch(address, answers).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code, isPassing, message: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(String(failure)).not.toContain('10.0.0.1');
  });
});
