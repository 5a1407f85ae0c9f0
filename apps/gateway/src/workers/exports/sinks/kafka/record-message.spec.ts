import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { EXPORT_FIELDS } from '@multilane/contracts';
import { auditLine, PROJECT_ROOT } from '@multilane/testing';
import protobuf from 'protobufjs';
import { readExportRecord } from '../../export-record.js';
import { writeRecord } from './record-message.js';

const schema = readFileSync(`${PROJECT_ROOT}/docs/export-record.proto`, 'utf8');
const message = protobuf
  .parse(schema, { keepCase: true })
  .root.add(timestamp())
  .lookupType('multilane.exports.v1.Record');

/** The well-known type, which the library does not have in itself. */
function timestamp(): protobuf.Namespace {
  const type = new protobuf.Type('Timestamp');
  type.add(new protobuf.Field('seconds', 1, 'int64')).add(new protobuf.Field('nanos', 2, 'int32'));
  const [outer, inner] = [new protobuf.Namespace('google'), new protobuf.Namespace('protobuf')];
  return outer.add(inner.add(type));
}

const decode = (values: object): Record<string, unknown> => {
  const time = new Date('2026-11-30T10:00:00.250Z');
  const record = readExportRecord(JSON.parse(auditLine(values, time)) as Record<string, unknown>);
  return message.toObject(message.decode(writeRecord(record)), { longs: Number });
};

describe('a record in Protobuf', () => {
  it('is read by the published schema, with every field', () => {
    const values = {
      ...{
        status: 200,
        streamed: true,
        attempts: 2,
        duration_ms: 12.25,
        prompt_tokens: 7_000_000_000,
        cost_usd: 0.1234567891,
      },
      ...{ tags: { app: 'chat', env: 'prod' }, details: { routing: ['a'] }, customer: 'Zoë', audio_seconds: 0.5 },
      payload: { request: { input: 'hi' }, answer: null },
    };
    expect(decode(values)).toMatchObject({
      ...values,
      time: { seconds: 1796032800, nanos: 250_000_000 },
      api_key_name: 'ci',
      cost_usd: '0.1234567891',
      details: '{"routing":["a"]}',
      payload: '{"request":{"input":"hi"},"answer":null}',
    });
  });

  it('has fields that are false or zero, and none that are not known', () => {
    const found = decode({ streamed: false, prompt_tokens: 0, cost_usd: 0, team: null, tags: {} });
    expect(found).toMatchObject({ streamed: false, prompt_tokens: 0, cost_usd: '0' });
    expect(found).not.toHaveProperty('team');
  });

  it.each([
    [0.0000125, '0.0000125'],
    [1e-10, '0.0000000001'],
    [100, '100'],
    [12_345.6, '12345.6'],
  ])('writes the amount %d as %s', (cost, written) => {
    expect(decode({ cost_usd: cost }).cost_usd).toBe(written);
  });

  it('has a number for each field that no other field has', () => {
    expect(message.fieldsArray.map(({ id, name }) => [name, id])).toEqual(
      EXPORT_FIELDS.map(({ name, number }) => [name, number]),
    );
  });
});
