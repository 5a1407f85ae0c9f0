import { describe, expect, it } from '@jest/globals';
import { createLogger, type LoggerOptions } from './create-logger.js';

const KEY = 'sk-0123456789abcdefghij';

function record(options: Partial<LoggerOptions> = {}) {
  const lines: string[] = [];
  const { logger } = createLogger({
    level: 'info',
    service: 'gateway',
    destination: { write: (line) => lines.push(line) },
    ...options,
  });
  return { logger, lines, last: (): Record<string, unknown> => JSON.parse(lines.at(-1) ?? '{}') };
}

describe('the log', () => {
  it('is one JSON object a line, with level, time and service', () => {
    const { logger, lines, last } = record({ base: { version: '1.2.3' } });
    logger.info({ port: 8080 }, 'listening');
    expect(lines).toHaveLength(1);
    expect(lines[0]?.endsWith('}\n')).toBe(true);
    expect(last()).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      service: 'gateway',
      version: '1.2.3',
      port: 8080,
      msg: 'listening',
    });
  });

  it('leaves out what is below its level', () => {
    const { logger, lines } = record({ level: 'warn' });
    logger.info('quiet');
    logger.warn('loud');
    expect(lines).toHaveLength(1);
  });

  it('redacts secret fields at any depth, whatever their case and separators', () => {
    const { logger, last } = record();
    logger.info({
      headers: { Authorization: 'x', 'X-API-Key': 'x', cookie: 'x', 'set-cookie': ['x'], host: 'h' },
      config: { providers: [{ name: 'openai', api_key: 'x', apiKey: 'x', secret_access_key: 'x' }] },
      ml_session: 'x',
    });
    const gone = '[redacted]';
    expect(last()).toMatchObject({
      headers: { Authorization: gone, 'X-API-Key': gone, cookie: gone, 'set-cookie': gone, host: 'h' },
      config: { providers: [{ name: 'openai', api_key: gone, apiKey: gone, secret_access_key: gone }] },
      ml_session: gone,
    });
  });

  it('masks a secret in a message, a field, a child and an error alike', () => {
    const { logger, lines } = record();
    logger.info(`with ${KEY}`);
    logger.info({ note: `with ${KEY}` }, 'note');
    logger.info('%s', KEY);
    logger.child({ via: `https://u:${KEY}@host` }).info('child');
    logger.error(new Error(`refused ${KEY}`));
    logger.error({ err: new Error('outer', { cause: new Error(`inner ${KEY}`) }) });
    logger.error({ deep: { failure: new Error(`deep\n${KEY}`) } });
    expect(lines).toHaveLength(7);
    expect(lines.join('')).not.toContain(KEY.slice(3));
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  });

  it('tells what an error was: name, code, message, stack and its causes', () => {
    const { logger, last } = record();
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    logger.error({ err: new TypeError('fetch failed', { cause }) }, 'upstream');
    expect(last()).toMatchObject({
      msg: 'upstream',
      err: {
        name: 'TypeError',
        message: 'fetch failed',
        stack: expect.stringContaining('create-logger.spec'),
        cause: { name: 'Error', code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' },
      },
    });
  });

  it('survives cycles, depth, bytes and what has its own JSON form', () => {
    const { logger, last } = record();
    const cycle: Record<string, unknown> = { name: 'a' };
    cycle.self = cycle;
    let deep: unknown = 'bottom';
    for (let level = 0; level < 20; level++) deep = { deep };
    logger.info({ cycle, deep, bytes: new Uint8Array(5), url: new URL('http://host/?api_key=abc'), at: new Date(0) });
    expect(last()).toMatchObject({
      cycle: { name: 'a', self: '[circular]' },
      bytes: '[5 bytes]',
      url: 'http://host/?api_key=[masked]',
      at: '1970-01-01T00:00:00.000Z',
    });
    expect(JSON.stringify(last())).toContain('[deeper]');
    expect(JSON.stringify(last())).not.toContain('bottom');
  });
});
