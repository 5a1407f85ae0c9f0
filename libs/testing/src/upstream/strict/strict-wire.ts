import { isRecord } from '@multilane/contracts';
import type { RecordedRequest } from '../recorded-request.js';
import { jsonReply } from '../reply.js';
import { objectsIn } from '../wires/json-values.js';
import type { Wire, WireFault } from '../wires/wire.js';
import { wireFor } from '../wires/wire-for.js';
import type { StrictProvider } from './strict-provider.js';
import { STRICT_PROVIDERS } from './strict-providers.js';

/** A kind and what its provider documents as its own address. */
const ADDRESS = /^\/([\w-]+)(\/.*)$/;

/**
 * The wire of one host that plays every kind, for `UpstreamOptions.wireFor`: `/<lane>/…` is answered as the provider of
 * that kind is documented to, its refusals included. Objects that a lane has handed out are demanded back from that
 * lane alone. A lane is a kind, or a kind and a word of the test's own: `vllm-qwen`.
 */
export function createStrictWires(): (path: string) => Wire {
  const wires = new Map<string, Wire>();
  return (path) => {
    const [, lane = '', own = path] = ADDRESS.exec(path) ?? [];
    const base = wireFor(own);
    const kind = Object.keys(STRICT_PROVIDERS)
      .filter((name) => lane === name || lane.startsWith(`${name}-`))
      .sort((left, right) => right.length - left.length)[0];
    if (kind === undefined) throw new Error(`no strict provider plays ${path}`);
    // Responses and chat completions of one lane have histories of their own.
    const name = `${lane} ${own.replace(/.*\//, '')}`;
    const wire = wires.get(name) ?? createStrictWire(kind, `/${lane}`, base);
    wires.set(name, wire);
    return wire;
  };
}

/** A wire that rejects what its kind does beyond what the format forbids. */
function createStrictWire(kind: string, prefix: string, base: Wire): Wire {
  const strict = STRICT_PROVIDERS[kind] as StrictProvider;
  return {
    findFault(request, reply, issued) {
      const own = { ...request, path: request.path.slice(prefix.length), url: request.url.slice(prefix.length) };
      return refuseStrictly(strict, own) ?? base.findFault(withoutThinkingParts(own), reply, issued);
    },
    refuse: (fault) => fault.reply ?? base.refuse(fault),
    readIssued: base.readIssued,
  };
}

function refuseStrictly(strict: StrictProvider, { body, path }: RecordedRequest): WireFault | undefined {
  const refusal = strict(Object(body) as Record<string, unknown>, path);
  if (refusal === undefined) return undefined;
  return { message: JSON.stringify(refusal.body), reply: jsonReply(refusal.body, { status: refusal.status }) };
}

/** Thinking of a chat message as Mistral has it, which the reference format does not know. */
function withoutThinkingParts(request: RecordedRequest): RecordedRequest {
  const { body } = request;
  if (!isRecord(body) || !Array.isArray(body.messages)) return request;
  const messages = objectsIn(body.messages).map((message) => {
    if (message.role !== 'assistant' || !Array.isArray(message.tool_calls ?? message.content)) return message;
    const { content } = message;
    if (
      !Array.isArray(content) ||
      content.every((part) => part?.type !== 'thinking' || !Array.isArray(part.thinking))
    ) {
      return message;
    }
    const said = content.filter((part) => part?.type !== 'thinking');
    return { ...message, content: said.length > 0 ? said : message.tool_calls ? null : '' };
  });
  return { ...request, body: { ...body, messages } };
}
