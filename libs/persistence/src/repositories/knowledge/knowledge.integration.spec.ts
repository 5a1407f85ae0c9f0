import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databasesInTurn } from '@multilane/testing';
import type { WorkspaceAddress } from '../../background/knowledge-store.js';
import { type Database, openDatabase } from '../../database.js';
import { NotFoundError, UnknownReferenceError } from '../../database-error.js';
import { newId } from '../../ids/new-id.js';
import type { Actor } from '../../records/change.js';
import type { KnowledgeUpload } from '../../records/knowledge.js';
import { SecretBox } from '../../secrets/secret-box.js';

const ACTOR: Actor = { type: 'user', id: 'u1', name: 'ada@example.com' };
const UNLIMITED = { bytes: 1e12, chunks: 1e12 };
const NOTHING = async (): Promise<void> => undefined;

describe.each(databasesInTurn(import.meta.filename))('knowledge on the $name database', (kind) => {
  let database: Database;
  let own: WorkspaceAddress;
  let other: WorkspaceAddress;
  let teamId: string;
  let otherTeamId: string;

  const makePlace = (name: string): Promise<[WorkspaceAddress, string]> =>
    database.change(ACTOR, async ({ organizations, teams, workspaces }) => {
      const { id: organizationId } = await organizations.create({ name });
      const { id: workspaceId } = await workspaces.create(organizationId, { name: 'w' });
      return [{ organizationId, workspaceId }, (await teams.create(organizationId, { name: 't' })).id];
    });
  const makeBase = async (place: WorkspaceAddress, name = 'base') =>
    (await database.change(ACTOR, (change) => change.knowledgeBases.create(place, { name, embeddingModel: 'builtin' })))
      .id;
  const uploadOf = (kbId: string, more: Partial<KnowledgeUpload> = {}): KnowledgeUpload => ({
    kbId,
    name: 'a.txt',
    contentType: 'text/plain',
    bytes: 10,
    sha256: randomBytes(32).toString('hex'),
    sourceId: null,
    metadata: {},
    uploadedBy: { by: 'hash', hash: 'h' },
    ...more,
  });
  const add = (place: WorkspaceAddress, upload: KnowledgeUpload, quota = UNLIMITED) =>
    database.change(ACTOR, (change) => change.knowledgeDocuments.add(place, upload, quota, NOTHING));

  beforeAll(async () => {
    const secretBox = SecretBox.fromKeys(randomBytes(32).toString('base64'));
    database = await openDatabase({ ...(await kind.create()), secretBox });
    await database.migrate();
    [own, teamId] = await makePlace('own');
    [other, otherTeamId] = await makePlace('other');
  }, 60_000);

  afterAll(async () => {
    await database.close();
    await kind.stop();
  }, 30_000);

  it('is found in its workspace alone', async () => {
    const id = await makeBase(own, 'mine');
    expect(await database.knowledgeBases.find(own, id)).toMatchObject({
      name: 'mine',
      documentCount: 0,
      chunkCount: 0,
    });
    expect(await database.knowledgeBases.find(other, id)).toBeUndefined();
    expect(await database.knowledgeBases.find({ ...own, organizationId: other.organizationId }, id)).toBeUndefined();
    expect(await database.knowledgeBases.find(own, 'no id')).toBeUndefined();
    const { document } = await add(own, uploadOf(id, { metadata: { year: 1932 } }));
    expect(await database.knowledgeDocuments.find({ ...own, kbId: id }, document.id)).toMatchObject({
      status: 'processing',
      metadata: { year: 1932 },
    });
    expect(await database.knowledgeDocuments.find({ ...other, kbId: id }, document.id)).toBeUndefined();
    expect(await database.knowledgeDocuments.find({ ...own, kbId: newId() }, document.id)).toBeUndefined();
    await expect(add(other, uploadOf(id))).rejects.toThrow(NotFoundError);
    await expect(database.change(ACTOR, (change) => change.knowledgeBases.remove(other, id, NOTHING))).rejects.toThrow(
      NotFoundError,
    );
  });

  it('that is deleted by itself is not queued again as one that is gone with its workspace', async () => {
    const [place] = await makePlace(`deleted-${newId()}`);
    const id = await makeBase(place);
    const queued: string[] = [];
    await database.change(ACTOR, (change) =>
      change.knowledgeBases.remove(place, id, async () => void queued.push('by the request')),
    );
    await database.knowledgeWork.queueDeleted(100, async ({ kbId }) => kbId === id && queued.push('by the look'));
    expect(queued).toEqual(['by the request']);
  });

  it('is listed page by page, newest first', async () => {
    const [place] = await makePlace(`listed-${newId()}`);
    const ids = [await makeBase(place), await makeBase(place), await makeBase(place)];
    const first = await database.knowledgeBases.listPage(place, { limit: 2 });
    const second = await database.knowledgeBases.listPage(place, { limit: 2, cursor: first.nextCursor ?? '' });
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids.toReversed());
    expect(second.nextCursor).toBeNull();
  });

  it('answers the document that is there for the same bytes, also where both come at once', async () => {
    const kbId = await makeBase(own);
    const upload = uploadOf(kbId);
    const made = await Promise.all([1, 2, 3, 4].map(() => add(own, upload)));
    expect(new Set(made.map(({ document }) => document.id)).size).toBe(1);
    expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
    const elsewhere = await add(own, { ...upload, kbId: await makeBase(own) });
    expect(elsewhere.isNew).toBe(true);
  });

  it('never exceeds the quota, however many upload at once', async () => {
    const [place] = await makePlace(`quota-${newId()}`);
    const kbId = await makeBase(place);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => add(place, uploadOf(kbId, { bytes: 30 }), { bytes: 100, chunks: 10 })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.name] : []));
    expect(new Set(failed)).toEqual(new Set(['KnowledgeQuotaExceeded']));
    expect(await database.knowledgeDocuments.measure(place)).toEqual({ bytes: 90, chunks: 0 });
    await expect(add(place, uploadOf(kbId, { bytes: 1 }), { bytes: 100, chunks: 0 })).rejects.toMatchObject({
      what: 'chunks',
    });
  });

  it('stores bytes sealed, with the document or not at all', async () => {
    const kbId = await makeBase(own);
    const bytes = Buffer.from('the secret of the bridge');
    const { document } = await database.change(ACTOR, (change) =>
      change.knowledgeDocuments.add(own, uploadOf(kbId), UNLIMITED, async (sql, { id }) => {
        await database.knowledge.appendPiece(sql, id, 0, bytes.subarray(0, 5));
        await database.knowledge.appendPiece(sql, id, 1, bytes.subarray(5));
      }),
    );
    expect(await buffer(database.knowledge.readPieces(document.id))).toEqual(bytes);
    expect(await database.knowledge.readPiece(document.id, 2)).toBeUndefined();
    const upload = uploadOf(kbId);
    const failing = database.change(ACTOR, (change) =>
      change.knowledgeDocuments.add(own, upload, UNLIMITED, async () => {
        throw new Error('the connection broke');
      }),
    );
    await expect(failing).rejects.toThrow('the connection broke');
    expect(await database.knowledgeDocuments.findByHash({ ...own, kbId }, upload.sha256 ?? '')).toBeUndefined();
  });

  it('changes its model at once if it is empty, and beside the old one if it is not', async () => {
    const id = await makeBase(own);
    let built = 0;
    const change = (model: string) =>
      database.change(ACTOR, ({ knowledgeBases }) =>
        knowledgeBases.changeModel(own, id, model, async () => {
          built += 1;
        }),
      );
    expect(await change('small')).toMatchObject({ embeddingModel: 'small', generation: 2, buildingModel: null });
    await add(own, uploadOf(id));
    expect(await change('large')).toMatchObject({
      embeddingModel: 'small',
      buildingModel: 'large',
      buildingGeneration: 3,
    });
    expect(await change('large')).toMatchObject({ buildingGeneration: 3 });
    expect(await change('huge')).toMatchObject({ buildingModel: 'huge', buildingGeneration: 4 });
    expect(await change('small')).toMatchObject({
      embeddingModel: 'small',
      buildingModel: null,
      buildingGeneration: null,
    });
    expect(built).toBe(2);
  });

  it('is processed again only if it has ended', async () => {
    const kbId = await makeBase(own);
    const { document } = await add(own, uploadOf(kbId));
    const retry = () =>
      database.change(ACTOR, (change) =>
        change.knowledgeDocuments.retry({ ...own, kbId }, document.id, { by: 'hash', hash: 'b' }, NOTHING),
      );
    await expect(retry()).rejects.toMatchObject({ reason: 'changed' });
    for (const status of ['failed', 'ready']) {
      await database.sql.executeSql("UPDATE knowledge_documents SET status = $2, error = 'x' WHERE id = $1", [
        document.id,
        status,
      ]);
      expect(await retry()).toMatchObject({ status: 'processing', error: null });
    }
    await database.sql.executeSql("UPDATE knowledge_documents SET status = 'failed', same_as = $2 WHERE id = $1", [
      document.id,
      newId(),
    ]);
    await expect(retry()).rejects.toMatchObject({ reason: 'changed' });
  });

  it('has its file in object storage from the attachment on, and leaves it to be removed', async () => {
    const { knowledgeObjects } = database;
    const kbId = await makeBase(own);
    const upload = uploadOf(kbId);
    const { document } = await add(own, upload);
    const attach = (id: string) => database.inTransaction((sql) => knowledgeObjects.attach(sql, document.id, id));
    const first = await knowledgeObjects.begin(2);
    expect(await knowledgeObjects.find(document.id)).toBeUndefined();
    await attach(first);
    expect(await knowledgeObjects.find(document.id, upload.sha256 ?? '')).toEqual({ id: first, pieces: 2 });
    expect(await knowledgeObjects.find(document.id, 'other')).toBeUndefined();
    expect(await knowledgeObjects.takeExpired(10)).toEqual([]);
    const sealed = knowledgeObjects.seal({ id: first }, 1, Buffer.from('x'));
    expect(knowledgeObjects.open({ id: first }, 1, sealed).toString()).toBe('x');
    expect(() => knowledgeObjects.open({ id: first }, 0, sealed)).toThrow();

    // Other bytes: the first file is due, once for one caller, and no document gets it any more.
    const second = await knowledgeObjects.begin(1);
    await database.inTransaction(async (sql) => {
      await database.knowledge.clearContent(sql, document.id);
      await knowledgeObjects.attach(sql, document.id, second);
    });
    expect(await knowledgeObjects.takeExpired(10)).toEqual([{ id: first, pieces: 2 }]);
    expect(await knowledgeObjects.takeExpired(10)).toEqual([]);
    await expect(attach(first)).rejects.toThrow('given up');
    await knowledgeObjects.forget(first);

    const given = await knowledgeObjects.begin(1);
    await knowledgeObjects.abandon(given);
    // Objects of a document are neither abandoned nor forgotten.
    await knowledgeObjects.abandon(second);
    await knowledgeObjects.forget(second);
    expect(await knowledgeObjects.find(document.id)).toEqual({ id: second, pieces: 1 });
    expect(await knowledgeObjects.takeExpired(10)).toEqual([{ id: given, pieces: 1 }]);
    await database.change(ACTOR, (change) => change.knowledgeBases.remove(own, kbId, NOTHING));
    expect(await knowledgeObjects.takeExpired(10)).toEqual([{ id: second, pieces: 1 }]);
  });

  it('a set links documents of the workspace and the organization, and nothing else', async () => {
    const kbId = await makeBase(own);
    const foreign = await makeBase(other);
    const create = (kbIds: string[], teamIds: string[]) =>
      database.change(ACTOR, ({ docsets }) => docsets.create(own, { name: 's', description: null, kbIds, teamIds }));
    expect(await create([kbId, kbId], [teamId])).toMatchObject({ kbIds: [kbId], teamIds: [teamId] });
    await expect(create([kbId, foreign], [])).rejects.toEqual(new UnknownReferenceError('kb_ids'));
    await expect(create([newId()], [])).rejects.toEqual(new UnknownReferenceError('kb_ids'));
    await expect(create([], [otherTeamId])).rejects.toEqual(new UnknownReferenceError('team_ids'));
  });

  it('a set is seen by its teams alone, also when the last team is gone', async () => {
    const { docsets } = database;
    const everyone = await database.change(ACTOR, (change) =>
      change.docsets.create(own, { name: 'all', description: 'd', kbIds: [], teamIds: [] }),
    );
    const gone = await database.change(ACTOR, ({ teams }) => teams.create(own.organizationId, { name: 'gone' }));
    const some = await database.change(ACTOR, (change) =>
      change.docsets.create(own, { name: 'some', description: null, kbIds: [], teamIds: [gone.id] }),
    );
    const member = { seesAll: false, teamId: gone.id } as const;
    const outside = { seesAll: false, teamId } as const;
    const nobody = { seesAll: false, teamId: null } as const;
    expect(await docsets.find(own, member, some.id)).toMatchObject({ name: 'some' });
    for (const viewer of [outside, nobody]) {
      expect(await docsets.find(own, viewer, some.id)).toBeUndefined();
      expect(await docsets.find(own, viewer, everyone.id)).toMatchObject({ name: 'all' });
      const { data } = await docsets.listPage(own, viewer, { limit: 100 });
      expect(data.map(({ id }) => id)).not.toContain(some.id);
    }
    await expect(
      database.change(ACTOR, (change) => change.docsets.update(own, outside, some.id, { teamIds: [] })),
    ).rejects.toThrow(NotFoundError);
    expect(await docsets.find(other, { seesAll: true }, some.id)).toBeUndefined();
    await database.change(ACTOR, ({ teams }) => teams.remove(own.organizationId, gone.id));
    expect(await docsets.find(own, nobody, some.id)).toBeUndefined();
    expect(await docsets.find(own, { seesAll: true }, some.id)).toMatchObject({ teamIds: [], isRestricted: true });
  });

  it('keeps what an update of a set leaves out, and forgets a knowledge base that is deleted', async () => {
    const kbId = await makeBase(own);
    const made = await database.change(ACTOR, ({ docsets }) =>
      docsets.create(own, { name: 'n', description: 'd', kbIds: [kbId], teamIds: [teamId] }),
    );
    const renamed = await database.change(ACTOR, ({ docsets }) =>
      docsets.update(own, { seesAll: true }, made.id, { name: 'm' }),
    );
    expect(renamed).toMatchObject({ name: 'm', description: 'd', kbIds: [kbId], teamIds: [teamId] });
    await database.change(ACTOR, (change) => change.knowledgeBases.remove(own, kbId, NOTHING));
    expect(await database.docsets.find(own, { seesAll: true }, made.id)).toMatchObject({ kbIds: [] });
  });

  it('writes each change in the trail', async () => {
    const { data } = await database.changes.listPage(own.organizationId, { limit: 200 });
    expect(new Set(data.map(({ action }) => action))).toEqual(
      new Set([
        'knowledge_base.create',
        'knowledge_base.update',
        'knowledge_base.remove',
        'knowledge_document.create',
        'knowledge_document.retry',
        'docset.create',
        'docset.update',
        ...data.map(({ action }) => action).filter((action) => /^(organization|workspace|team)\./.test(action)),
      ]),
    );
  });
});
