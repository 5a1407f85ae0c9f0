import { beforeAll, describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import { errorOf, LIST, type List, patch, startScimTests, USER } from './start-scim-tests.js';

describe.each(serviceDatabases())('/scim/v2 lists and versions on $name (docs/contract/scim.md#protocol)', (kind) => {
  const world = startScimTests(kind);

  describe('lists', () => {
    let names: string[];

    beforeAll(async () => {
      names = ['c', 'a', 'b'].map((letter) => `list-${letter}-${world.count()}@list.example`);
      for (const [at, userName] of names.entries()) {
        await world.createUser({
          userName,
          externalId: `List-${at}`,
          title: at === 1 ? undefined : `T${at}`,
          active: at !== 2,
        });
      }
    });
    const all = 'userName ew "@list.example"';
    const namesOf = ({ Resources }: List) => Resources.map(({ userName }) => userName);

    it('answer with a ListResponse', async () => {
      const list = await world.search('Users', { filter: all });
      expect(list).toMatchObject({ schemas: [LIST], totalResults: 3, startIndex: 1, itemsPerPage: 3 });
      expect(namesOf(list)).toEqual(names);
    });

    it.each([
      ['userName eq "LIST', 0],
      ['externalId eq "List-1"', 1],
      ['externalId eq "list-1"', 0],
      [`${all} and active eq true`, 2],
      [`${all} and active eq "False"`, 1],
      [`${all} and title pr`, 2],
      [`${all} and not (title pr)`, 1],
      [`${all} and (title eq "t0" or title eq "t2")`, 2],
      [`${all} and meta.created gt "2020-01-01T00:00:00Z"`, 3],
      ['emails[type eq "work" and value co "@list.example"]', 3],
      [`${all} and shoeSize gt 3`, 0],
      ['userName eq "nobody@list.example"', 0],
    ])('filter by %s', async (filter, total) => {
      if (filter.endsWith('"LIST')) {
        expect(errorOf(await world.scim(`GET /scim/v2/Users?${new URLSearchParams({ filter })}`))).toEqual([
          400,
          'invalid_value',
          'filter',
          'invalidFilter',
        ]);
        return;
      }
      expect((await world.search('Users', { filter })).totalResults).toBe(total);
    });

    it('a filter with the character NUL, which no text that is stored can hold, is 400', async () => {
      const filter = 'userName eq "\\u0000"';
      const answer = await world.scim(`GET /scim/v2/Users?${new URLSearchParams({ filter })}`);
      expect([answer.status, answer.json()]).toEqual([400, expect.objectContaining({ status: '400' })]);
    });

    it('an id that is none finds nobody, and no filter reaches another tenant', async () => {
      expect((await world.search('Users', { filter: 'id eq "x"' })).totalResults).toBe(0);
      const { id, userName } = await world.createUser({ externalId: 'theirs' }, world.elsewhere.scim);
      for (const filter of [`id eq "${id}"`, `userName eq "${userName}"`, 'externalId eq "theirs"']) {
        expect((await world.search('Users', { filter })).totalResults).toBe(0);
      }
      const everybody = await world.search('Users', { count: '200' });
      expect(everybody.Resources.map((user) => user.id)).not.toContain(id);
    });

    it('sort both ways, those without a value last', async () => {
      const up = await world.search('Users', { filter: all, sortBy: 'userName' });
      expect(namesOf(up)).toEqual([names[1], names[2], names[0]]);
      const down = await world.search('Users', { filter: all, sortBy: 'userName', sortOrder: 'descending' });
      expect(namesOf(down)).toEqual([names[0], names[2], names[1]]);
      expect(namesOf(await world.search('Users', { filter: all, sortBy: 'title' }))).toEqual([
        names[0],
        names[2],
        names[1],
      ]);
    });

    it('page by startIndex and count, each once; out of bounds is not an error (RFC 7644 section 3.4.2.4)', async () => {
      const page = (startIndex: string, count: string) =>
        world.search('Users', { filter: all, sortBy: 'userName', startIndex, count });
      expect(namesOf(await page('1', '2'))).toEqual([names[1], names[2]]);
      expect(await page('3', '2')).toMatchObject({ totalResults: 3, startIndex: 3, itemsPerPage: 1 });
      expect(await page('9', '2')).toMatchObject({ totalResults: 3, itemsPerPage: 0, Resources: [] });
      expect(await page('0', '0')).toMatchObject({ totalResults: 3, startIndex: 1, itemsPerPage: 0 });
      expect(await page('-5', '-1')).toMatchObject({ totalResults: 3, startIndex: 1, itemsPerPage: 0 });
      const whole = await world.search('Users', { count: '999' });
      const pages: unknown[] = [];
      for (let at = 1; at <= whole.totalResults; at += 7) {
        pages.push(
          ...(await world.search('Users', { startIndex: String(at), count: '7' })).Resources.map(({ id }) => id),
        );
      }
      expect(pages).toEqual(whole.Resources.map(({ id }) => id));
    });

    it.each([
      ['startIndex', 'x'],
      ['count', '1.5'],
      ['count', ''],
    ])('reject %s=%s', async (name, value) => {
      expect(errorOf(await world.scim(`GET /scim/v2/Users?${name}=${value}`)).slice(0, 3)).toEqual([
        400,
        'invalid_value',
        name,
      ]);
    });

    it('show the attributes that were asked for, and no others but `id` and `schemas`', async () => {
      const one = `userName eq "${names[0]}"`;
      const only = await world.search('Users', { filter: one, attributes: 'USERNAME,meta.version,unknown' });
      expect(only.Resources).toEqual([
        { schemas: [USER], id: expect.any(String), userName: names[0], meta: { version: 'W/"1"' } },
      ]);
      const without = await world.search('Users', { filter: one, excludedAttributes: 'meta,emails.type,id' });
      const [user] = without.Resources;
      expect(user?.meta).toBeUndefined();
      expect([typeof user?.id, user?.emails]).toEqual(['string', [{ value: names[0], primary: true }]]);
    });
  });

  describe('versions (RFC 7644 section 3.14)', () => {
    it('a change goes with the version that If-Match names, else 412 and nothing is changed', async () => {
      const { id, userName } = await world.createUser({ title: 'one' });
      const route = `/scim/v2/Users/${id}`;
      const set = (title: string) => patch({ op: 'replace', path: 'title', value: title });
      const first = await world.scim(`PATCH ${route}`, set('two'), { 'if-match': 'W/"1"' });
      expect([first.status, first.headers.etag]).toEqual([200, 'W/"2"']);
      const stale = [
        await world.scim(`PATCH ${route}`, set('three'), { 'if-match': 'W/"1"' }),
        await world.scim(`PUT ${route}`, { userName }, { 'if-match': '"1"' }),
        await world.scim(`DELETE ${route}`, undefined, { 'if-match': 'W/"1", W/"7"' }),
      ];
      for (const answer of stale) expect(errorOf(answer)).toEqual([412, 'precondition_failed', undefined]);
      expect(await world.findUser(id)).toMatchObject({ title: 'two' });
      expect((await world.scim(`PATCH ${route}`, set('three'), { 'if-match': '*' })).status).toBe(200);
      expect((await world.scim(`DELETE ${route}`, undefined, { 'if-match': 'W/"1", W/"3"' })).status).toBe(204);
    });

    it('one of two changes of the same version at the same moment is rejected', async () => {
      const { id } = await world.createUser();
      const change = (title: string) =>
        world.scim(`PATCH /scim/v2/Users/${id}`, patch({ op: 'add', path: 'title', value: title }), {
          'if-match': 'W/"1"',
        });
      const answers = await Promise.all([change('a'), change('b')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    });

    it('two changes at the same moment without If-Match both apply', async () => {
      const { id } = await world.createUser();
      const change = (path: string) => world.scim(`PATCH /scim/v2/Users/${id}`, patch({ op: 'add', path, value: 'x' }));
      await Promise.all([change('title'), change('nickName')]);
      expect(await world.findUser(id)).toMatchObject({ title: 'x', nickName: 'x' });
    });

    it('a read of what the client has already is 304, without a body', async () => {
      const { id } = await world.createUser();
      const known = await world.scim(`GET /scim/v2/Users/${id}`, undefined, { 'if-none-match': 'W/"1"' });
      expect([known.status, known.text, known.headers.etag]).toEqual([304, '', 'W/"1"']);
      expect((await world.scim(`GET /scim/v2/Users/${id}`, undefined, { 'if-none-match': 'W/"9"' })).status).toBe(200);
    });

    it('a change that changes nothing keeps the version', async () => {
      const { id } = await world.createUser({ title: 'same' });
      const answer = await world.scim(
        `PATCH /scim/v2/Users/${id}`,
        patch({ op: 'replace', path: 'title', value: 'same' }),
      );
      expect([answer.status, answer.headers.etag]).toEqual([200, 'W/"1"']);
    });
  });
});
