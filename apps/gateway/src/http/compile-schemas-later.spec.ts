import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { compileRequestSchema, compileWaitingSchema, type RequestSchema } from '@multilane/validation';
import { compileSchemasLater } from './compile-schemas-later.js';

describe('compileSchemasLater', () => {
  beforeEach(() => {
    while (compileWaitingSchema());
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Registers a schema, and says whether it was read to be compiled. */
  const register = (): (() => boolean) => {
    let wasRead = false;
    const schema: RequestSchema = {
      type: 'object',
      get additionalProperties() {
        wasRead = true;
        return true;
      },
    };
    compileRequestSchema(schema);
    return () => wasRead;
  };

  it('compiles one schema a turn, ten seconds after the start, until none waits', () => {
    const schemas = [register(), register(), register()];
    const compiled = (): boolean[] => schemas.map((isCompiled) => isCompiled());
    compileSchemasLater();
    jest.advanceTimersByTime(9_999);
    expect(compiled()).toEqual([false, false, false]);
    jest.advanceTimersByTime(1);
    expect(compiled()).toEqual([true, false, false]);
    jest.advanceTimersByTime(250);
    expect(compiled()).toEqual([true, true, false]);
    jest.advanceTimersByTime(250);
    expect(compiled()).toEqual([true, true, true]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('compiles nothing once it is stopped', () => {
    const isCompiled = register();
    const stop = compileSchemasLater();
    stop();
    jest.advanceTimersByTime(60_000);
    expect(isCompiled()).toBe(false);
  });
});
