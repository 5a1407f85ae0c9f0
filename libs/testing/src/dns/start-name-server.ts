import { createSocket } from 'node:dgram';
import { promises as dns, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIPv6 } from 'node:net';

/** The addresses of a name, at its n-th look-up of a kind (from 0); undefined: there is no such name. */
export type AnswerName = (name: string, nth: number) => readonly string[] | undefined;

export interface NameServer {
  /** Each question that came in: `A rebind.test`. */
  readonly questions: readonly string[];
  /** Resolves as `dns.lookup` does with `all`, but asks this server. */
  resolve(
    hostname: string,
    options: LookupAllOptions,
    callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ): void;
  close(): Promise<void>;
}

const TYPES = new Map([
  [1, 'A'],
  [28, 'AAAA'],
]);

const NAME_ERROR = 3;

/** Starts a name server (RFC 1035) on 127.0.0.1 over UDP. Its answers must not be cached. */
export async function startNameServer(answer: AnswerName): Promise<NameServer> {
  const questions: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    const question = `${TYPES.get(type) ?? type} ${name}`;
    const nth = questions.filter((asked) => asked === question).length;
    questions.push(question);
    const addresses = answer(name, nth);
    const fitting = (addresses ?? []).filter((each) => type === (isIPv6(each) ? 28 : 1));
    socket.send(writeAnswer(query.subarray(0, end), type, addresses && fitting), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));

  const resolver = new dns.Resolver({ tries: 1, timeout: 2_000 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  const ask = async (hostname: string): Promise<LookupAddress[]> => {
    const none = (): string[] => [];
    const [v4, v6] = await Promise.all([
      resolver.resolve4(hostname).catch(none),
      resolver.resolve6(hostname).catch(none),
    ]);
    return [
      ...v4.map((address) => ({ address, family: 4 as const })),
      ...v6.map((address) => ({ address, family: 6 as const })),
    ];
  };
  return {
    questions,
    resolve: (hostname, _options, callback) => {
      ask(hostname).then(
        (addresses) => {
          const error = Object.assign(new Error(`ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' });
          callback(addresses.length === 0 ? error : null, addresses);
        },
        (error) => callback(error, []),
      );
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

/** The first question of a query, and where it ends. */
function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function writeAnswer(question: Buffer, type: number, addresses: readonly string[] | undefined): Buffer {
  const head = Buffer.from(question);
  // A response, recursion available; one question, so many answers, nothing more.
  head.writeUInt16BE(0x8180 | (addresses ? 0 : NAME_ERROR), 2);
  head.writeUInt16BE(addresses?.length ?? 0, 6);
  head.writeUInt32BE(0, 8);
  const records = (addresses ?? []).map((address) => {
    const bytes = isIPv6(address) ? writeV6(address) : Buffer.from(address.split('.').map(Number));
    // The name at offset 12, type, class IN, a life of 0 seconds.
    const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
    return Buffer.concat([record, bytes]);
  });
  return Buffer.concat([head, ...records]);
}

function writeV6(address: string): Buffer {
  // The URL standard writes an embedded IPv4 address as two groups.
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const [first, last] = [groups(head), groups(tail)];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return Buffer.from([...first, ...zeros, ...last].map((group) => group.padStart(4, '0')).join(''), 'hex');
}
