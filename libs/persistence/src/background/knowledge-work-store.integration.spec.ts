import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { databasesInTurn, testEncryptionKey } from '@multilane/testing';
import { type Database, openDatabase } from '../database.js';
import { ConflictError, NotFoundError } from '../database-error.js';
import { newId } from '../ids/new-id.js';
import type { KnowledgeUpload } from '../records/knowledge.js';
import { SecretBox } from '../secrets/secret-box.js';

const ACTOR = { type: 'operator', id: null, name: 'test' } as const;
const UNLIMITED = { bytes: 1e12, chunks: 1e12 };
const IDENTITY = { by: 'hash', hash: 'h' };
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const END = { chunkCount: 3, generation: 1, dimensions: 4, language: 'en' };

describe.each(databasesInTurn(import.meta.filename))('knowledge on the $name database', (kind) => {
  let database: Database;
  let at: { organizationId: string; workspaceId: string };
  let kbId: string;
  const queued: string[] = [];

  beforeAll(async () => {
    const secretBox = SecretBox.fromKeys(testEncryptionKey(3));
    database = await openDatabase({ ...(await kind.create()), secretBox });
    await database.migrate();
    at = await database.change(ACTOR, async ({ organizations, workspaces }) => {
      const { id: organizationId } = await organizations.create({ name: 'default' });
      const { id: workspaceId } = await workspaces.create(organizationId, { name: 'w' });
      return { organizationId, workspaceId };
    });
  }, 60_000);

  beforeEach(async () => {
    kbId = await makeBase();
    queued.length = 0;
  });

  afterAll(async () => {
    await database.close();
    await kind.stop();
  }, 30_000);

  const makeBase = async (place = at): Promise<string> =>
    (
      await database.change(ACTOR, ({ knowledgeBases }) =>
        knowledgeBases.create(place, { name: 'kb', embeddingModel: 'builtin' }),
      )
    ).id;
  const made = async (text: string, more: Partial<KnowledgeUpload> = {}, place = at): Promise<string> => {
    const content = Buffer.from(text);
    const facts = { kbId, name: 'a.txt', contentType: null, sourceId: null, metadata: {}, uploadedBy: IDENTITY };
    const upload = { ...facts, bytes: content.length, sha256: digest(text), ...more };
    const { document } = await database.change(ACTOR, ({ knowledgeDocuments }) =>
      knowledgeDocuments.add(place, upload, UNLIMITED, async (sql, { id }) => {
        await database.knowledge.replaceContent(sql, id, content);
        queued.push(id);
      }),
    );
    return document.id;
  };
  const read = (id: string) => database.knowledgeDocuments.find({ ...at, kbId }, id);
  const take = async (id: string) => {
    const document = await database.knowledgeWork.take(id);
    if (document === undefined) throw new Error('the document cannot be taken');
    return document;
  };

  it('stores the bytes of a document sealed, in pieces, and gives them back', async () => {
    const text = 'SECRETCONTENT '.repeat(90_000);
    const id = await made(text);
    expect((await buffer(database.knowledge.readPieces(id))).toString()).toBe(text);
    const { rows } = await database.sql.executeSql(
      'SELECT sealed FROM knowledge_file_pieces WHERE document_id = $1 ORDER BY position',
      [id],
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.some(({ sealed }) => Buffer.from(sealed as Uint8Array).includes('SECRETCONTENT'))).toBe(false);
  });

  it('answers the same bytes with the document that is there, and queues nothing for them', async () => {
    const first = await made('same');
    expect(await made('same')).toBe(first);
    expect(queued).toEqual([first]);
    const both = await Promise.all([made('twice'), made('twice'), made('twice')]);
    expect(new Set(both).size).toBe(1);
  });

  it('finds nothing of another workspace', async () => {
    const id = await made('mine', { sourceId: 'https://example.com/' });
    const elsewhere = { ...at, workspaceId: newId() };
    const none = async (): Promise<void> => undefined;
    expect(await database.knowledgeDocuments.find({ ...elsewhere, kbId }, id)).toBeUndefined();
    expect(await database.knowledgeDocuments.findFrom({ ...elsewhere, kbId }, 'https://example.com/')).toBeUndefined();
    expect(await database.knowledgeBases.find(elsewhere, kbId)).toBeUndefined();
    await expect(made('x', {}, elsewhere)).rejects.toThrow(NotFoundError);
    await expect(
      database.change(ACTOR, ({ knowledgeDocuments }) => knowledgeDocuments.remove({ ...elsewhere, kbId }, id, none)),
    ).rejects.toThrow(NotFoundError);
    await expect(
      database.change(ACTOR, ({ knowledgeBases }) => knowledgeBases.remove(elsewhere, kbId, none)),
    ).rejects.toThrow(NotFoundError);
  });

  it('counts documents and the chunks of those that are ready', async () => {
    const hold = await take(await made('one'));
    await made('two');
    await database.knowledgeWork.finish(hold, END);
    expect(await database.knowledgeBases.find(at, kbId)).toMatchObject({
      documentCount: 2,
      chunkCount: 3,
      dimensions: 4,
    });
  });

  it('keeps what was not read of a document that is ready, until it is read again', async () => {
    const id = await made('one');
    await database.knowledgeWork.finish(await take(id), { ...END, note: 'Left out: a chart (1).' });
    expect(await read(id)).toMatchObject({ status: 'ready', error: 'Left out: a chart (1).', failure: null });
  });

  it('lets nothing be written by a worker whose document another one has taken', async () => {
    const id = await made('a');
    const older = await take(id);
    const newer = await take(id);
    const add = async (): Promise<void> => {
      throw new Error('chunks must not be added');
    };
    expect(await database.knowledgeWork.setStep(older, 'parse')).toBe(false);
    expect(await database.knowledgeWork.addChunks(older, 5, add)).toBe(false);
    expect(await database.knowledgeWork.finish(older, END)).toBe(false);
    expect(await database.knowledgeWork.fail(older, 'corrupt', 'x')).toBe(false);
    expect(await database.knowledgeWork.finish(newer, END)).toBe(true);
    expect(await read(id)).toMatchObject({ status: 'ready', chunkCount: 3, language: 'en', step: null });
    expect(await database.knowledgeWork.take(id)).toBeUndefined();
  });

  it('lets nothing be written for a document that was cancelled, until it is processed again', async () => {
    const id = await made('a', { sourceId: 'https://example.com/', refreshEveryHours: 1 });
    const worker = await take(id);
    const none = async (): Promise<void> => undefined;
    let hold = { id, fence: -1 };
    const cancel = (place = at) =>
      database.change(ACTOR, ({ knowledgeDocuments }) =>
        knowledgeDocuments.cancel({ ...place, kbId }, id, async (_sql, given) => {
          hold = given;
        }),
      );
    await expect(cancel({ ...at, workspaceId: newId() })).rejects.toThrow(NotFoundError);
    expect(await database.knowledgeWork.findLost(new Map([[worker.id, worker.fence]]))).toEqual([]);
    expect(await cancel()).toMatchObject({ status: 'failed', failure: 'cancelled', step: null, refreshAt: null });
    await expect(cancel()).rejects.toThrow(ConflictError);
    expect(await database.knowledgeWork.findLost(new Map([[worker.id, worker.fence]]))).toEqual([worker.id]);
    expect(await database.knowledgeWork.addChunks(worker, 5, none)).toBe(false);
    expect(await database.knowledgeWork.finish(worker, END)).toBe(false);
    expect(await database.knowledge.storeTranscript(worker, 'heard')).toBe(false);
    expect(await database.knowledgeWork.take(id)).toBeUndefined();
    // The pieces it left may be removed until somebody takes the document again.
    expect(await database.knowledgeWork.addChunks(hold, 0, none)).toBe(true);
    await database.change(ACTOR, ({ knowledgeDocuments }) =>
      knowledgeDocuments.retry({ ...at, kbId }, id, IDENTITY, none),
    );
    const again = await take(id);
    expect(await database.knowledgeWork.addChunks(hold, 0, none)).toBe(false);
    expect(await database.knowledgeWork.finish(again, END)).toBe(true);
    expect(await read(id)).toMatchObject({ status: 'ready', failure: null, refreshAt: expect.any(Date) });
  });

  it('adds no chunks to a document that was deleted, with its knowledge base or alone', async () => {
    const hold = await take(await made('a'));
    let hasAdded = false;
    const add = async (): Promise<void> => {
      hasAdded = true;
    };
    await database.change(ACTOR, ({ knowledgeBases }) => knowledgeBases.remove(at, kbId, async () => undefined));
    expect(await database.knowledgeWork.addChunks(hold, 1, add)).toBe(false);
    expect(hasAdded).toBe(false);
  });

  it('queues the removal of chunks once for every knowledge base that goes with its workspace', async () => {
    const { organizationId } = at;
    const { id: workspaceId } = await database.change(ACTOR, ({ workspaces }) =>
      workspaces.create(organizationId, { name: 'short-lived' }),
    );
    const place = { organizationId, workspaceId };
    const ids = [await makeBase(place), await makeBase(place)];
    const seen: { kbId: string; workspaceId: string }[] = [];
    const collect = () => database.knowledgeWork.queueDeleted(1_000, async (base) => void seen.push(base));
    await collect();
    seen.length = 0;
    await database.sql.executeSql('DELETE FROM workspaces WHERE id = $1', [workspaceId]);
    await expect(
      database.knowledgeWork.queueDeleted(1_000, () => Promise.reject(new Error('the queue is away'))),
    ).rejects.toThrow('the queue is away');
    await collect();
    await collect();
    const byId = (a: { kbId: string }, b: { kbId: string }) => a.kbId.localeCompare(b.kbId);
    expect(seen.sort(byId)).toEqual(ids.map((kbId) => ({ kbId, workspaceId })).sort(byId));
  });

  it('undoes what was written for a chunk that could not be stored', async () => {
    const hold = await take(await made('a'));
    const add = (): Promise<void> => Promise.reject(new Error('the store is full'));
    await expect(database.knowledgeWork.addChunks(hold, 7, add)).rejects.toThrow('the store is full');
    expect(await read(hold.id)).toMatchObject({ embeddedCount: 0 });
  });

  it('keeps one of two addresses with the same bytes, and says which', async () => {
    const there = await made('page');
    const address = await made('', { sha256: null, sourceId: 'https://example.com/' });
    const fetched = { name: 'p', contentType: null, bytes: 4, sha256: digest('page'), etag: null, lastModified: null };
    const none = async (): Promise<void> => undefined;
    expect(await database.knowledgeWork.storeFetched(await take(address), fetched, UNLIMITED, none)).toBe(there);
    expect(await read(address)).toMatchObject({ status: 'failed', failure: 'duplicate', sameAs: there });
    const { data } = await database.knowledgeDocuments.listPage({ ...at, kbId }, { limit: 10 });
    expect(data.map(({ id }) => id)).toEqual([there]);
  });

  it('refreshes what is due, once, and only what has an address and is not being worked on', async () => {
    const id = await made('page', { sourceId: 'https://example.com/', refreshEveryHours: 24 });
    await database.knowledgeWork.finish(await take(id), END);
    expect((await read(id))?.refreshAt?.getTime()).toBeGreaterThan(Date.now());
    expect(await database.knowledgeWork.takeDue(10)).not.toContainEqual({ id, workspaceId: at.workspaceId });
    await database.sql.executeSql(
      "UPDATE knowledge_documents SET refresh_at = now() - interval '1 second' WHERE id = $1",
      [id],
    );
    expect(await database.knowledgeWork.takeDue(10)).toContainEqual({ id, workspaceId: at.workspaceId });
    expect(await database.knowledgeWork.takeDue(10)).not.toContainEqual({ id, workspaceId: at.workspaceId });
    expect(await database.knowledgeWork.takeToRefresh(id)).toMatchObject({ sourceId: 'https://example.com/' });
    expect(await database.knowledgeWork.takeToRefresh(await made('upload'))).toBeUndefined();
  });

  it('changes when an address is due: one that is not ready is due so long after it is', async () => {
    const id = await made('page', { sourceId: 'https://example.com/' });
    const schedule = (hours: number | null, place = at) =>
      database.change(ACTOR, ({ knowledgeDocuments }) => knowledgeDocuments.schedule({ ...place, kbId }, id, hours));
    await expect(schedule(3, { ...at, workspaceId: newId() })).rejects.toThrow(NotFoundError);
    expect(await schedule(3)).toMatchObject({ refreshEveryHours: 3, refreshAt: null });
    await database.knowledgeWork.finish(await take(id), END);
    const hoursOf = (time: Date | null | undefined) => Math.round(((time?.getTime() ?? 0) - Date.now()) / 3_600_000);
    expect(hoursOf((await read(id))?.refreshAt)).toBe(3);
    expect(hoursOf((await schedule(8)).refreshAt)).toBe(8);
    expect(await schedule(null)).toMatchObject({ refreshEveryHours: null, refreshAt: null });
  });

  it('swaps to a new generation when every document is in it, and not before', async () => {
    const { knowledgeWork: work } = database;
    const [one, two] = [await made('one'), await made('two')];
    await work.finish(await take(one), END);
    const { buildingGeneration } = await database.change(ACTOR, ({ knowledgeBases }) =>
      knowledgeBases.changeModel(at, kbId, 'other-model', async () => undefined),
    );
    expect(buildingGeneration).toBe(2);
    const building = await work.findGenerations(kbId);
    if (building === undefined) throw new Error('no generation is built');
    const rebuilt = await work.takeToRebuild(kbId);
    expect(rebuilt).toMatchObject({ id: one, targetGeneration: 2, embeddingModel: 'other-model' });
    if (rebuilt === undefined) return;
    expect(await work.finish(rebuilt, { ...END, generation: 2, dimensions: 8 })).toBe(true);
    // The second one is still being embedded with the old model.
    expect(await work.swap(building, 8)).toBe(false);
    await work.finish(await take(two), END);
    expect(await work.swap(building, 8)).toBe(false);
    const last = await work.takeToRebuild(kbId);
    if (last !== undefined) await work.finish(last, { ...END, generation: 2, dimensions: 8 });
    expect(await work.takeToRebuild(kbId)).toBeUndefined();
    expect(await work.swap(building, 8)).toBe(true);
    const base = await database.knowledgeBases.find(at, kbId);
    expect(base).toMatchObject({
      generation: 2,
      embeddingModel: 'other-model',
      dimensions: 8,
      buildingGeneration: null,
    });
  });

  it('does not end a document in a generation that queries read no more', async () => {
    const hold = await take(await made('one'));
    await database.sql.executeSql('UPDATE knowledge_bases SET generation = 5 WHERE id = $1', [kbId]);
    expect(await database.knowledgeWork.finish(hold, END)).toBe(false);
    expect(await read(hold.id)).toMatchObject({ status: 'processing' });
  });
});
