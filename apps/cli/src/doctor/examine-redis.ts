import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { codeOf } from '../read-file.js';
import { bad, doubtful, type Finding, good, LIMIT_MS, MOST_SKEW_MS } from './finding.js';

const SUBJECT = 'Redis';
const MOST_BYTES = 64 * 1024;

/** Says AUTH, PING and TIME, which needs no client library. */
export async function examineRedis(address: string): Promise<Finding[]> {
  const url = new URL(address);
  const password = decodeURIComponent(url.password);
  const user = decodeURIComponent(url.username);
  const auth = password === '' ? [] : [user === '' ? ['AUTH', password] : ['AUTH', user, password]];
  const commands = [...auth, ['PING'], ['TIME']];
  try {
    const before = Date.now();
    const text = await ask(url, commands);
    return [judge(text, (before + Date.now()) / 2)];
  } catch (error) {
    return [describeProblem(codeOf(error))];
  }
}

function judge(text: string, now: number): Finding {
  if (/^-(WRONGPASS|ERR invalid password|ERR AUTH)/m.test(text)) {
    return bad(
      'redis_password',
      SUBJECT,
      'It rejects the password.',
      'Check the password in REDIS_URL. Special characters are percent-encoded.',
    );
  }
  if (/^-NOAUTH/m.test(text)) {
    return bad(
      'redis_password',
      SUBJECT,
      'It needs a password.',
      'Add the password to REDIS_URL: redis://:<password>@host:6379',
    );
  }
  if (!text.includes('+PONG')) {
    return bad(
      'redis_no_redis',
      SUBJECT,
      'What answers at its address is no Redis.',
      'Check REDIS_URL, and `rediss://` for TLS.',
    );
  }
  const seconds = /^\*2\r\n\$\d+\r\n(\d+)\r\n/m.exec(text)?.[1];
  if (seconds !== undefined && Math.abs(Number(seconds) * 1_000 - now) > MOST_SKEW_MS) {
    return doubtful(
      'redis_clock',
      'Clock',
      'The clocks of this machine and of Redis differ by more than 5 seconds.',
      'Synchronize both with NTP.',
    );
  }
  return good(SUBJECT, 'It answers.');
}

/** Sends the commands at once and reads until each has its answer, or the connection ends. */
function ask(url: URL, commands: readonly (readonly string[])[]): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || 6379);
  return new Promise((resolve, reject) => {
    const socket: Socket =
      url.protocol === 'rediss:'
        ? connectSecure({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}) })
        : connectPlain({ host, port });
    let text = '';
    const finish = (): void => {
      socket.destroy();
      resolve(text);
    };
    socket.setTimeout(LIMIT_MS, () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })));
    socket.once('error', (error) => {
      socket.destroy();
      reject(error);
    });
    socket.on('data', (part) => {
      text += part.toString('latin1');
      const isComplete = /\*2\r\n\$\d+\r\n\d+\r\n\$\d+\r\n\d+\r\n$/.test(text) || /^-/m.test(text);
      if (isComplete || text.length > MOST_BYTES) finish();
    });
    socket.once('end', finish);
    socket.write(commands.map(encode).join(''));
  });
}

function encode(words: readonly string[]): string {
  return `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
}

function describeProblem(code: string): Finding {
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return bad(
        'redis_dns',
        SUBJECT,
        'The name of its host has no address.',
        'Check the host in REDIS_URL and the DNS of this machine.',
      );
    case 'ECONNREFUSED':
      return bad(
        'redis_refused',
        SUBJECT,
        'Nothing listens at its address.',
        'Start it, or check the port in REDIS_URL.',
      );
    default:
      return bad(
        'redis_unreachable',
        SUBJECT,
        `It cannot be reached (${code}).`,
        'Check REDIS_URL and the firewall in between.',
      );
  }
}
