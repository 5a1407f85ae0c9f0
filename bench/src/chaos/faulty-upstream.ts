import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { COMPLETION } from '../fixed-answer.js';
import { type AnswerForm, answerFormOf } from './answer-form.js';
import { CUT_UPSTREAM, FAILING_UPSTREAM } from './chaos-model.js';
import type { SeenCall } from './count-repeats.js';
import { createFaultyBatches, type FaultyBatches } from './faulty-batches.js';
import { type FaultySockets, serveFaultySockets } from './faulty-sockets.js';

/**
 * `cut`: half of the answers break off in the middle, downloads too. `hang`: half of the requests are never answered. `cut uploads`:
 * half of the uploads are broken off when their first bytes have come.
 */
export type UpstreamMood = 'well' | 'cut' | 'hang' | 'cut uploads';

export interface FaultyUpstream {
  readonly url: string;
  setMood(mood: UpstreamMood): void;
  /** The requests that have come with this text, in their order. */
  listCalls(text: string): readonly SeenCall[];
  readonly sockets: FaultySockets;
  readonly batches: FaultyBatches;
  close(): void;
}

/** Size of a download, in bytes. */
export const DOWNLOAD_BYTES = 1024 * 1024;
const DOWNLOAD_PIECE = Buffer.alloc(64 * 1024, 1);

/** Long enough that a worker can be killed meanwhile, in milliseconds. */
const JOB_MS = 400;

/** Duration of an answer to a case of an evaluation. */
const EVAL_MS = 20;

/** Milliseconds between the events of a stream: long enough to leave in the middle of one. */
const PACE_MS = 5;

const CHAT = answerFormOf();

/** A provider that always says the same, after a few milliseconds, and has moods. Two of its models never answer well. */
export async function startFaultyUpstream(): Promise<FaultyUpstream> {
  let mood: UpstreamMood = 'well';
  let count = 0;
  const jobs: CallsByJob = new Map();
  const batches = createFaultyBatches();
  const server = createServer(async (request, response) => {
    count += 1;
    const suffers = mood !== 'well' && mood !== 'cut uploads' && count % 2 === 0;
    const isCutUpload = mood === 'cut uploads' && count % 2 === 0;
    if (request.url?.endsWith('/transcriptions')) {
      answerUpload(request, response, isCutUpload);
      return;
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (await batches.serve(request, response, Buffer.concat(parts))) return;
    if (request.url?.endsWith('/speech')) {
      await answerDownload(response, suffers && mood === 'cut');
      return;
    }
    const text = Buffer.concat(parts).toString('latin1');
    if (await answerNamed(response, text, jobs)) return;
    if (suffers && mood === 'hang') return;
    await sleep(PACE_MS);
    await answerText(response, answerFormOf(request.url), text, suffers);
  }).listen(0, '127.0.0.1');
  const sockets = serveFaultySockets(server);
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the system gave no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    setMood: (next) => {
      mood = next;
    },
    listCalls: (text) => jobs.get(text) ?? [],
    sockets,
    batches,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

type CallsByJob = Map<string, Writable<SeenCall>[]>;
type Writable<Whole> = { -readonly [Name in keyof Whole]: Whole[Name] };

/** Answers what a job or an evaluation asks. False for other requests. */
async function answerNamed(response: ServerResponse, text: string, jobs: CallsByJob): Promise<boolean> {
  const [, evaluated] = /eval-(\d+)-/.exec(text) ?? [];
  const [job] = /job-\d+-\d+-/.exec(text) ?? [];
  if (evaluated !== undefined) await answerCase(response, text, Number(evaluated));
  else if (job !== undefined) await answerJob(response, job, jobs);
  return evaluated !== undefined || job !== undefined;
}

async function answerJob(response: ServerResponse, job: string, jobs: CallsByJob): Promise<void> {
  const { remotePort: port = 0 } = response.req.socket;
  const call: Writable<SeenCall> = { at: performance.now(), port, answeredAt: undefined };
  jobs.set(job, [...(jobs.get(job) ?? []), call]);
  await sleep(JOB_MS);
  if (response.destroyed) return;
  call.answeredAt = performance.now();
  answerWhole(response, CHAT, false);
}

/** The model and the case alone decide if an answer is right. */
async function answerCase(response: ServerResponse, text: string, number: number): Promise<void> {
  await sleep(EVAL_MS);
  const content = number % (text.includes('chaos-upstream-too') ? 4 : 3) === 0 ? 'wrong' : 'right';
  const [choice] = COMPLETION.choices;
  const message = { role: 'assistant', content };
  const body = JSON.stringify({ ...COMPLETION, choices: [{ ...choice, message }] });
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}

/** Reads an upload to its end and answers, or breaks it off. */
function answerUpload(request: IncomingMessage, response: ServerResponse, isCut: boolean): void {
  request.on('error', () => undefined);
  if (isCut) request.once('data', () => request.socket.resetAndDestroy());
  else {
    request.resume();
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"text":"Hello"}'));
  }
}

/** At the pace at which it is read. */
async function answerDownload(response: ServerResponse, isCut: boolean): Promise<void> {
  response.writeHead(200, { 'content-type': 'audio/mpeg' });
  // Its reader may leave, and a body that fails breaks the connection off.
  await pipeline(Readable.from(makePieces(isCut)), response).catch(() => undefined);
}

async function* makePieces(isCut: boolean): AsyncGenerator<Buffer> {
  const until = isCut ? DOWNLOAD_BYTES / 2 : DOWNLOAD_BYTES;
  for (let sent = 0; sent < until; sent += DOWNLOAD_PIECE.length) yield DOWNLOAD_PIECE;
  // The written bytes are on their way before the connection is cut.
  if (isCut) await sleep(PACE_MS);
  if (isCut) throw new Error('cut');
}

async function answerText(response: ServerResponse, form: AnswerForm, text: string, suffers: boolean): Promise<void> {
  const isCut = suffers || text.includes(CUT_UPSTREAM);
  if (text.includes(FAILING_UPSTREAM)) answerFailure(response);
  else if (text.includes('"stream":true')) await answerInEvents(response, form, isCut);
  else answerWhole(response, form, isCut);
}

function answerFailure(response: ServerResponse): void {
  const error = { message: 'The server had an error.', type: 'server_error', param: null, code: null };
  response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
}

function answerWhole(response: ServerResponse, { whole }: AnswerForm, isCut: boolean): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(whole) });
  if (isCut) response.write(whole.slice(0, whole.length / 2), () => response.destroy());
  else response.end(whole);
}

async function answerInEvents(response: ServerResponse, form: AnswerForm, isCut: boolean): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const events = isCut ? form.events.slice(0, form.events.length / 2) : form.events;
  for (const event of events) {
    if (response.destroyed) return;
    response.write(event);
    await sleep(PACE_MS);
  }
  if (isCut) response.destroy();
  else response.end();
}
