import { isRecord, toShownName } from '@multilane/contracts';
import { readAmount } from './amount.js';
import type { PlacedRecord, RecordValue, UsageRecord } from './read-records.js';
import { isDate, readSeconds, readTime, type SourceTime } from './read-time.js';
import { UsageFileError } from './usage-file-error.js';

/** Longest name of a model, key, team, user or customer that is read. */
const MOST_NAME = 256;

/** A count of JSON or CSV. Exports of spreadsheets write `12.0`. */
const COUNT = /^\d{1,15}(?:\.0+)?$/;

/** Reads the fields of one record. Problems name the file, the line and the field. */
export class RecordReader {
  constructor(
    readonly placed: PlacedRecord,
    private readonly record: UsageRecord = placed.record,
  ) {}

  /** Reader of an object within this record; of an empty one if there is none. */
  within(name: string): RecordReader {
    const value = this.record[name];
    return new RecordReader(this.placed, isRecord(value) ? (value as UsageRecord) : {});
  }

  /** Readers of the objects of a list. Fails if the field is no list of objects. */
  list(name: string): RecordReader[] {
    const value = this.record[name];
    if (!Array.isArray(value) || !value.every((each) => isRecord(each))) throw this.fail(name, 'must be a list.');
    return value.map((each) => new RecordReader(this.placed, each as UsageRecord));
  }

  has(name: string): boolean {
    const value = this.record[name];
    return value !== undefined && value !== null && value !== '';
  }

  value(name: string): RecordValue | undefined {
    return this.record[name];
  }

  /** A text with spaces in place of what names do not have, or null for none. Fails for one that is too long for a name. */
  text(name: string): string | null {
    const text = this.plain(name, 'must be a text.');
    if (text.length > MOST_NAME) throw this.fail(name, `must have at most ${MOST_NAME} characters.`);
    return toShownName(text) || null;
  }

  /** A count; 0 if there is none. Fails for a negative one and for one that is not whole. */
  count(name: string): number {
    if (!this.has(name)) return 0;
    const problem = 'must be a whole number from 0 up.';
    const value = this.plain(name, problem);
    if (!COUNT.test(value)) throw this.fail(name, problem);
    return Number(value);
  }

  /** An amount in 10⁻¹⁸; 0 if there is none. */
  amount(name: string): bigint {
    if (!this.has(name)) return 0n;
    const problem = 'must be a decimal number.';
    const amount = readAmount(this.plain(name, problem));
    if (amount === undefined) throw this.fail(name, problem);
    return amount;
  }

  /** A time. One without an offset is of the zone. */
  time(name: string, zone: string): SourceTime {
    const text = this.demand(name);
    const time = readTime(text, zone) ?? (isDate(text) ? undefined : wholeSeconds(text));
    if (time === undefined) throw this.fail(name, 'must be a time such as 2026-11-01T10:00:00Z.');
    return time;
  }

  /** A text that must be there. */
  demand(name: string): string {
    const value = this.text(name);
    if (value === null) throw this.fail(name, 'is missing.');
    return value;
  }

  /** Parses a field that is JSON: an object as it is, a text as what it says. Undefined if it is neither. */
  json(name: string): RecordReader | undefined {
    const value = this.record[name];
    const parsed = typeof value === 'string' && value.startsWith('{') ? parseText(value) : value;
    return isRecord(parsed) ? new RecordReader(this.placed, parsed as UsageRecord) : undefined;
  }

  /** Texts of a field that is a list, or JSON of one. */
  texts(name: string): string[] {
    const value = this.record[name];
    const parsed = typeof value === 'string' && value.startsWith('[') ? parseText(value) : value;
    return Array.isArray(parsed) ? parsed.filter((each): each is string => typeof each === 'string') : [];
  }

  /** Members of this record that are texts. */
  entries(): (readonly [string, string])[] {
    return Object.entries(this.record).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value] as const] : [],
    );
  }

  /** Text of a text, a number or a flag; empty for none. Fails with the problem for a list and an object, which may not even be written. */
  private plain(name: string, problem: string): string {
    const value = this.record[name] ?? '';
    if (typeof value === 'object') throw this.fail(name, problem);
    return String(value);
  }

  fail(field: string, problem: string): UsageFileError {
    return new UsageFileError(this.placed, problem, field);
  }
}

function wholeSeconds(text: string): SourceTime | undefined {
  const at = readSeconds(text);
  return at && { at, isDay: false };
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
