import { readFileSync } from 'node:fs';
import type { GatewayConfig } from '@multilane/config';
import { parseBoundedJson } from '@multilane/contracts';
import { createGuardedFetch, createTrustedFetch, type GuardedFetch, parseAllowedNetworks } from '@multilane/egress';
import type { CheckPorts } from '@multilane/policy';

type Post = CheckPorts['post'];
type Network = GatewayConfig['network'];

/** A checker's answer is a few words; a longer one is none. */
const ANSWER_LIMIT_BYTES = 64 * 1024;

/** The ways to checkers of an operator's own: one for each network setting, made when a checker is first asked. */
export class CheckerNetworks {
  private readonly byKey = new Map<string, Post>();
  private readonly guarded: GuardedFetch[] = [];

  /** @param trusted Whether the operator named the checker; those that people name are reached under guard. */
  choose(network: Network, trusted: boolean): Post {
    let post: Post | undefined;
    return (...question) => {
      post ??= this.find(network, trusted);
      return post(...question);
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.guarded.map((each) => each.close()));
  }

  private find(network: Network, trusted: boolean): Post {
    const key = JSON.stringify([network, trusted]);
    const known = this.byKey.get(key);
    if (known) return known;
    const made = trusted ? postTrusted(network) : this.postGuarded(network);
    this.byKey.set(key, made);
    return made;
  }

  private postGuarded({ allow_private: allowPrivate, ca_file: caFile, no_proxy: noProxy, proxy }: Network): Post {
    const allowed = parseAllowedNetworks(allowPrivate);
    const fetch = createGuardedFetch({ allowed, proxy, noProxy, ca: caFile && readFileSync(caFile, 'utf8') });
    this.guarded.push(fetch);
    return async (url, headers, body, signal) =>
      readAnswer(await fetch.fetchGuarded(url, { method: 'POST', headers: withType(headers), body, signal }));
  }
}

function postTrusted({ ca_file: caFile, no_proxy: noProxy, proxy }: Network): Post {
  const fetch = createTrustedFetch({ proxy, noProxy, ca: caFile && readFileSync(caFile, 'utf8') });
  return async (url, headers, body, signal) =>
    readAnswer(await fetch(url, { method: 'POST', headers: withType(headers), body, signal, redirect: 'manual' }));
}

function withType(headers: Readonly<Record<string, string>>): Record<string, string> {
  return { accept: 'application/json', ...headers, 'content-type': 'application/json' };
}

interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly body: AsyncIterable<Uint8Array> | null;
}

async function readAnswer(response: object): Promise<unknown> {
  const { body, ok, status } = response as Answer;
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > ANSWER_LIMIT_BYTES) throw new Error('the checker said too much');
    pieces.push(piece);
  }
  if (!ok) throw new Error(`the checker answered ${status}`);
  return parseBoundedJson(Buffer.concat(pieces).toString('utf8'));
}
