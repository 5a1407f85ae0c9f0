import { describe, expect, it } from '@jest/globals';
import { findRecording, type PageRecording } from './find-recording.js';

const PAGE = 'https://example.com/talks/tides.html';
const ARTICLE = `<article><p>${'The sea rises and falls. '.repeat(60)}</p></article>`;

const find = (head: string, body = ''): Promise<PageRecording | undefined> =>
  findRecording(
    Buffer.from(
      `<!doctype html><html lang="en-GB"><head><title>Tides\n explained</title>${head}</head><body>${body}</body></html>`,
    ),
    PAGE,
  );
const meta = (property: string, content: string): string => `<meta property="${property}" content="${content}">`;
const isVideo = meta('og:type', 'video.other');

describe('findRecording', () => {
  it.each<[string, string, string, string[]]>([
    [
      'og:video',
      `${isVideo}${meta('og:video', '/v/tides.mp4')}${meta('og:video:type', 'video/mp4')}`,
      '',
      ['https://example.com/v/tides.mp4'],
    ],
    [
      'both addresses of one og:video, and not its player',
      [
        isVideo,
        meta('og:video:url', 'http://cdn.example/a.webm'),
        meta('og:video:secure_url', 'https://cdn.example/a.webm'),
        meta('og:video:type', 'video/webm'),
        meta('og:video:url', 'https://example.com/embed/7'),
        meta('og:video:type', 'text/html'),
      ].join(''),
      '',
      ['http://cdn.example/a.webm', 'https://cdn.example/a.webm'],
    ],
    [
      'og:audio',
      meta('og:type', 'music.song') + meta('og:audio', 'https://cdn.example/a.mp3'),
      '',
      ['https://cdn.example/a.mp3'],
    ],
    [
      'the stream of a card',
      `${isVideo}<meta name="twitter:player:stream" content="https://cdn.example/s.mp4">`,
      '',
      ['https://cdn.example/s.mp4'],
    ],
    [
      'a player in a short page',
      '',
      '<h1>Talk</h1><video src="tides.mp4#t=3" controls></video>',
      ['https://example.com/talks/tides.mp4'],
    ],
    [
      'the sources of a player, and not those of a picture',
      '',
      '<picture><source srcset="a.webp"></picture><audio controls><source src="a.ogg" type="audio/ogg"><source src="a.mp3"></audio>',
      ['https://example.com/talks/a.ogg', 'https://example.com/talks/a.mp3'],
    ],
    [
      'a player below the base of the page',
      '<base href="https://cdn.example/m/">',
      '<audio src="a.mp3"></audio>',
      ['https://cdn.example/m/a.mp3'],
    ],
    [
      'a player in a page whose text is menus and links',
      '',
      `<nav>${ARTICLE}</nav><a href="/">${ARTICLE}</a><video src="a.mp4"></video>`,
      ['https://example.com/talks/a.mp4'],
    ],
    [
      'a player beside an article, if the page says that it is a video',
      isVideo,
      `${ARTICLE}<video src="a.mp4"></video>`,
      ['https://example.com/talks/a.mp4'],
    ],
  ])('finds %s', async (_, head, body, recordings) => {
    expect(await find(head, body)).toMatchObject({ title: 'Tides explained', recordings });
  });

  it.each([
    ['an article', meta('og:type', 'article'), ARTICLE],
    [
      'an article with a player',
      meta('og:video', 'https://cdn.example/a.mp4'),
      `${ARTICLE}<video src="a.mp4"></video>`,
    ],
    ['a page that says it is a video, and has the text of an article and no file', isVideo, ARTICLE],
    ['a short page', '', '<p>Nothing is here.</p>'],
    [
      'a silent loop behind a heading',
      '',
      '<h1>Us</h1><video src="a.mp4" autoplay muted loop><source src="b.mp4"></video>',
    ],
    ['a list of pieces', '', '<video src="a.m3u8"></video>'],
    [
      'addresses that are not of the web',
      '',
      '<video src="blob:https://example.com/1"></video><audio src="file:///a.mp3"></audio><audio src="http://["></audio>',
    ],
  ])('leaves %s as it is', async (_, head, body) => {
    expect(await find(head, body)).toBeUndefined();
  });

  it('says that a page is a video whose file is hidden', async () => {
    const player = meta('og:video', 'https://example.com/embed/7') + meta('og:video:type', 'text/html');
    expect(await find(isVideo + player, '<p>Watch!</p>')).toEqual({
      title: 'Tides explained',
      recordings: [],
      isDeclared: true,
      hasOnlyRecording: true,
    });
  });

  it('says whether there is an article beside the recording', async () => {
    const player = '<video src="a.mp4"></video>';
    expect(await find(isVideo, player)).toMatchObject({ isDeclared: true, hasOnlyRecording: true });
    expect(await find('', player)).toMatchObject({ isDeclared: false, hasOnlyRecording: true });
    expect(await find(isVideo, ARTICLE + player)).toMatchObject({ hasOnlyRecording: false });
  });

  it.each([
    [
      'the language of the page',
      '<track src="de.vtt" srclang="de" default><track src="en.vtt" srclang="en-US" kind="captions">',
      'en',
    ],
    ['else the one that is shown', '<track src="fr.vtt" srclang="fr"><track src="de.vtt" srclang="de" default>', 'de'],
    [
      'else the first',
      '<track src="c.vtt" srclang="es" kind="chapters"><track src="fr.vtt" srclang="fr"><track src="de.vtt" srclang="de">',
      'fr',
    ],
  ])('chooses captions in %s', async (_, tracks, language) => {
    const found = await find('', `<video src="a.mp4">${tracks}</video>`);
    expect(found?.captions).toEqual({ address: `https://example.com/talks/${language}.vtt`, language });
  });

  it('prefers the title for readers', async () => {
    expect(await find(meta('og:title', 'Tides') + isVideo)).toMatchObject({ title: 'Tides' });
  });

  it('gives up where elements are nested without an end, and reads no more than the beginning of a page', async () => {
    expect(await find('', `${'<b>'.repeat(200_000)}<video src="a.mp4"></video>`)).toBeUndefined();
    expect(await find('', `<!--${'x'.repeat(6 * 2 ** 20)}--><video src="a.mp4"></video>`)).toBeUndefined();
  });
});
