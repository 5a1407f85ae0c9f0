/**
 * The upstream of media: `node media-upstream.js <port>`. It answers speech with sound in pieces, reads uploads to their end, and sends
 * each message of a realtime socket back as an event of sound.
 */
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import { SOUND_EVENT, SPEECH_PIECES } from './fixed-media.js';

const PACE_MS = 1;

async function speak(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'audio/mpeg' });
  for (const piece of SPEECH_PIECES) {
    response.write(piece);
    await sleep(PACE_MS);
  }
  response.end();
}

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    if (request.url?.endsWith('/speech')) void speak(response);
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"text":"Hello"}');
  });
});
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  socket.on('message', () => socket.send(SOUND_EVENT));
  socket.on('error', () => socket.terminate());
});
server.listen(Number(process.argv[2]), '127.0.0.1');
