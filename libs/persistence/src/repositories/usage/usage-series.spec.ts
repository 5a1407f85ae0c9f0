import { describe, expect, it } from '@jest/globals';
import type { OpenAccess } from '../../connection/connection.js';
import { UsageSeriesQueries } from './usage-series.js';

describe('Time zones of series', () => {
  it('are asked of the database once, however often and by whatever names, and again after a failure', async () => {
    const asked: string[] = [];
    const executeSql = (text: string) => {
      asked.push(text);
      if (asked.length === 1) return Promise.reject(new Error('the database is away'));
      return Promise.resolve({ rows: [{ name: 'Asia/Kolkata' }, { name: 'UTC' }], rowCount: 2 });
    };
    const series = new UsageSeriesQueries({ executeSql } as unknown as OpenAccess);
    await expect(series.isZone('UTC')).rejects.toThrow('the database is away');
    const names = ['UTC', 'Asia/Kolkata', 'asia/kolkata', 'Mars/Olympus', '__proto__'];
    const known: boolean[] = [];
    for (const name of names) known.push(await series.isZone(name));
    expect(known).toEqual([true, true, false, false, false]);
    expect(asked).toHaveLength(2);
  });
});
