/** The part of autocannon that the benchmark uses; the package ships no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  interface Options {
    url: string;
    method: 'POST';
    headers: Record<string, string>;
    body: string;
    connections: number;
    duration: number;
    timeout?: number;
  }
  interface Result {
    requests: { total: number };
    duration: number;
    errors: number;
    non2xx: number;
  }
  export default function autocannon(options: Options): EventEmitter & PromiseLike<Result>;
}
