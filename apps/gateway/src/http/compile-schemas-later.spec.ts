import { compileRequestSchema, compileWaitingSchema, type RequestSchema } from '@multilane/validation';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { compileSchemasLater } from './compile-schemas-later.js';

describe('compileSchemasLater', () => {
  beforeEach(() => {
    while (compileWaitingSchema());
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
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
    vi.advanceTimersByTime(9_999);
    expect(compiled()).toEqual([false, false, false]);
    vi.advanceTimersByTime(1);
    expect(compiled()).toEqual([true, false, false]);
    vi.advanceTimersByTime(250);
    expect(compiled()).toEqual([true, true, false]);
    vi.advanceTimersByTime(250);
    expect(compiled()).toEqual([true, true, true]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('compiles nothing once it is stopped', () => {
    const isCompiled = register();
    const stop = compileSchemasLater();
    stop();
    vi.advanceTimersByTime(60_000);
    expect(isCompiled()).toBe(false);
  });
});
