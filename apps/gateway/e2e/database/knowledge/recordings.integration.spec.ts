import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { gatewaySections, jsonReply, testDatabases, waitUntil } from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import { type KnowledgeSetup, startKnowledge } from './start-knowledge.js';

const LIMIT_MS = 90_000;
const [embedded] = testDatabases();
if (embedded === undefined) throw new Error('there is always the embedded database');

/** A second of silence, so that the bytes are sound; no two are the same. */
function wav(seed: number): Buffer {
  const samples = Buffer.alloc(16_000, seed);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

const HEARD = {
  text: 'The harbour opens at six. The ferry leaves at seven.',
  language: 'english',
  duration: 70,
  segments: [
    { id: 0, start: 0, end: 4, text: 'The harbour opens at six.' },
    { id: 1, start: 65, end: 70, text: 'The ferry leaves at seven.' },
  ],
};

describe('documents that are sound', () => {
  let setup: KnowledgeSetup;
  let kbId: string;
  /** The web, which has a page with a video, a recording, and one that leads into the network. */
  let web: Server;
  let base: string;

  beforeAll(async () => {
    const whisper = { provider: 'openai', upstream_model: 'whisper-1', type: 'transcription' };
    const models = [...(gatewaySections('').models as object[]), { logical_name: 'whisper-1', ...whisper }];
    const sections = { knowledge: { transcription_model: 'whisper-1' }, models };
    setup = await startKnowledge(embedded, sections, { strict: false });
    kbId = await setup.makeBase('builtin');
    web = createServer(({ url }, response) => {
      const player = '<meta property="og:type" content="video.other"><title>Tides explained</title>';
      if (url === '/page') {
        response.writeHead(200, { 'content-type': 'text/html' }).end(`${player}<video src="/file.php?id=7"></video>`);
      } else if (url === '/inside-page') {
        response.writeHead(200, { 'content-type': 'text/html' }).end(`${player}<video src="/inside"></video>`);
      } else if (url === '/inside') response.writeHead(302, { location: 'http://10.0.0.1/a.wav' }).end();
      else response.writeHead(200, { 'content-type': 'audio/wav' }).end(wav(url === '/sound.wav' ? 11 : 12));
    }).listen(0, '127.0.0.1');
    await once(web, 'listening');
    base = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await setup?.stop();
    web?.closeAllConnections();
    web?.close();
  }, HOOK_LIMIT_MS);
  afterEach(() => setup.upstream.reset());

  it(
    'are transcribed once as whoever uploaded them, with the times at which things are said',
    async () => {
      let asked = 0;
      setup.upstream.onRequest(() => {
        asked += 1;
        return jsonReply(HEARD);
      });
      const id = await setup.upload(kbId, 'harbour.wav', wav(1));
      expect(await setup.ended(kbId, id)).toMatchObject({ status: 'ready', chunkCount: 1 });
      const [chunk] = await setup.chunksOf(kbId);
      expect(chunk?.content).toBe('[00:00:00] The harbour opens at six.\n\n[00:01:05] The ferry leaves at seven.');
      const record = await waitUntil('the record', async () => {
        const page = { limit: 50, filters: {} };
        const { data } = await setup.database.auditRecords.listPage(setup.own.organizationId, page);
        return data.find(({ details }) => (details as { job_id?: string } | null)?.job_id === id);
      });
      expect(record).toMatchObject({ endpoint: 'audio.transcriptions', outcome: 'success', details: { kb_id: kbId } });
      await setup.database.sql.executeSql(
        `UPDATE knowledge_documents SET status = 'processing', is_stale = true WHERE id = $1`,
        [id],
      );
      await setup.enqueue('knowledge.ingest', id);
      expect(await setup.ended(kbId, id)).toMatchObject({ status: 'ready', chunkCount: 1 });
      expect(asked).toBe(1);
    },
    LIMIT_MS,
  );

  it(
    'are transcribed without times by a model that has none',
    async () => {
      setup.upstream.onRequest(({ rawBody }) => {
        if (!rawBody.includes('verbose_json')) return jsonReply({ text: 'Fog is near. Slow down.' });
        const error = { message: 'Use json.', type: 'invalid_request_error', param: 'response_format', code: null };
        return { ...jsonReply({ error }), status: 400 };
      });
      const id = await setup.upload(kbId, 'fog.wav', wav(2));
      expect(await setup.ended(kbId, id)).toMatchObject({ status: 'ready' });
      const found = (await setup.chunksOf(kbId)).find((chunk) => chunk.document_id === id);
      expect(found?.content).toBe('Fog is near. Slow down.');
    },
    LIMIT_MS,
  );

  it(
    'fail with the reason where the model rejects them, and where nothing is said',
    async () => {
      const error = { message: 'The audio file could not be decoded.', type: 'invalid_request_error', code: null };
      setup.upstream.onRequest(() => ({ ...jsonReply({ error }), status: 400 }));
      const refused = await setup.ended(kbId, await setup.upload(kbId, 'broken.wav', wav(3)));
      expect(refused).toMatchObject({
        status: 'failed',
        error: expect.stringMatching(/^The document could not be transcribed: /),
      });
      setup.upstream.onRequest(() => jsonReply({ text: '' }));
      const silent = await setup.ended(kbId, await setup.upload(kbId, 'silent.wav', wav(4)));
      expect(silent).toMatchObject({
        status: 'failed',
        failure: 'no_text',
        error: 'Nothing is said in the recording.',
      });
    },
    LIMIT_MS,
  );

  it(
    'behind an address are transcribed as whoever named it: a file, and the video of a page without captions',
    async () => {
      setup.upstream.onRequest(() => jsonReply(HEARD));
      const sound = await setup.ended(kbId, await setup.upload(kbId, 'a', '', { sourceId: `${base}/sound.wav` }));
      expect(sound).toMatchObject({ status: 'ready', name: 'sound.wav', contentType: 'audio/wav' });
      const id = await setup.upload(kbId, 'b', '', { sourceId: `${base}/page` });
      expect(await setup.ended(kbId, id)).toMatchObject({
        status: 'ready',
        name: 'Tides explained',
        sourceId: `${base}/page`,
        contentType: 'audio/wav',
      });
      const [chunk] = (await setup.chunksOf(kbId)).filter(({ document_id: document }) => document === id);
      expect(chunk?.content).toContain('[00:01:05] The ferry leaves at seven.');
      const record = await waitUntil('the record', async () => {
        const { data } = await setup.database.auditRecords.listPage(setup.own.organizationId, {
          limit: 50,
          filters: {},
        });
        return data.find(({ details }) => (details as { job_id?: string } | null)?.job_id === id);
      });
      expect(record).toMatchObject({ endpoint: 'audio.transcriptions', outcome: 'success' });
    },
    LIMIT_MS,
  );

  it(
    'behind an address fail where whoever named it is gone, and where the file is inside the network',
    async () => {
      let asked = 0;
      setup.upstream.onRequest(() => {
        asked += 1;
        return jsonReply(HEARD);
      });
      const identity = { by: 'hash', hash: 'nobody' };
      const other = await setup.makeBase('builtin');
      const refused = await setup.ended(
        other,
        await setup.upload(other, 'c', '', { sourceId: `${base}/page`, identity }),
      );
      expect(refused).toMatchObject({
        status: 'failed',
        failure: 'invalid_api_key',
        error: expect.stringMatching(/^The document could not be transcribed: /),
      });
      const inside = await setup.ended(other, await setup.upload(other, 'd', '', { sourceId: `${base}/inside-page` }));
      expect(inside).toMatchObject({ status: 'failed', failure: 'source_refused' });
      expect(asked).toBe(0);
    },
    LIMIT_MS,
  );
});
