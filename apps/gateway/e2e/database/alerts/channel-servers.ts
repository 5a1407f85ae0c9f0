import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A message as a channel shows it to people. */
export interface Shown {
  /** Identity by which the channel knows what comes twice; undefined: it knows no such thing. */
  readonly id?: string;
  readonly text: string;
  readonly state?: string;
}

export interface ChannelServer {
  readonly url: string;
  /** Messages that people see: an event that came twice is there once, if the channel knows it. */
  readonly shown: Shown[];
  /** Bodies as they arrived. */
  readonly bodies: string[];
  /** Answers of the next requests instead of the channel's own; 0 breaks the connection off. */
  readonly outages: number[];
  stop(): Promise<void>;
}

type Answer = { readonly status: number; readonly body: string; readonly shown?: Shown };
type Reader = (body: string, headers: Readonly<Record<string, string | string[] | undefined>>) => Answer;

async function startChannel(read: Reader): Promise<ChannelServer> {
  const shown: Shown[] = [];
  const bodies: string[] = [];
  const outages: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      bodies.push(body);
      const outage = outages.shift();
      if (outage === 0) return void request.socket.destroy();
      if (outage !== undefined) return void response.writeHead(outage).end();
      const answer = read(body, request.headers);
      if (answer.shown !== undefined) show(shown, answer.shown);
      response.writeHead(answer.status).end(answer.body);
    });
  });
  await listen(server);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    shown,
    bodies,
    outages,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function show(shown: Shown[], message: Shown): void {
  const known = message.id === undefined ? -1 : shown.findIndex(({ id }) => id === message.id);
  if (known === -1) shown.push(message);
  else shown[known] = message;
}

const listen = (server: Server): Promise<void> => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

/** Slack's incoming webhooks: a text, and blocks within its limits. */
export const startSlack = (): Promise<ChannelServer> =>
  startChannel((body) => {
    const { blocks = [], text } = JSON.parse(body) as { text?: unknown; blocks?: SlackBlock[] };
    if (typeof text !== 'string' || text === '') return { status: 400, body: 'no_text' };
    if (blocks.length > 50 || !blocks.every(isSlackBlock)) return { status: 400, body: 'invalid_blocks' };
    return { status: 200, body: 'ok', shown: { text: [text, ...blocks.map(textOfBlock)].join('\n') } };
  });

interface SlackBlock {
  readonly type: string;
  readonly text?: { readonly type: string; readonly text: string };
  readonly elements?: readonly { readonly type: string; readonly text: string }[];
}

const textOfBlock = ({ elements = [], text }: SlackBlock): string =>
  [text?.text ?? '', ...elements.map((element) => element.text)].join('\n');

function isSlackBlock({ elements, text, type }: SlackBlock): boolean {
  switch (type) {
    case 'header':
      return text?.type === 'plain_text' && text.text.length > 0 && text.text.length <= 150;
    case 'section':
      return text?.type === 'mrkdwn' && text.text.length > 0 && text.text.length <= 3_000;
    case 'context':
      return elements !== undefined && elements.length > 0 && elements.length <= 10;
    default:
      return false;
  }
}

/** The workflow of Teams for webhooks: a message with one adaptive card. */
export const startTeams = (): Promise<ChannelServer> =>
  startChannel((body) => {
    const { attachments = [], type } = JSON.parse(body) as TeamsMessage;
    const [card] = attachments;
    const isCard =
      type === 'message' &&
      attachments.length === 1 &&
      card?.contentType === 'application/vnd.microsoft.card.adaptive' &&
      card.content.type === 'AdaptiveCard' &&
      card.content.body.every((block) => block.type === 'TextBlock' && block.text.length > 0);
    if (!isCard) return { status: 400, body: 'TriggerInputSchemaMismatch' };
    return { status: 202, body: '', shown: { text: card.content.body.map(({ text }) => text).join('\n') } };
  });

interface TeamsMessage {
  readonly type?: string;
  readonly attachments?: readonly {
    readonly contentType: string;
    readonly content: {
      readonly type: string;
      readonly body: readonly { readonly type: string; readonly text: string }[];
    };
  }[];
}

/** Events API v2 of PagerDuty: incidents by their key. */
export const startPagerDuty = (): Promise<ChannelServer> =>
  startChannel((body) => {
    const event = JSON.parse(body) as PagerDutyEvent;
    const errors = findEventErrors(event);
    if (errors.length > 0) return { status: 400, body: JSON.stringify({ status: 'invalid event', errors }) };
    const { dedup_key: id = '', event_action: action, payload } = event;
    const shown = { id, text: payload?.summary ?? '', state: action === 'resolve' ? 'resolved' : 'triggered' };
    return { status: 202, body: JSON.stringify({ status: 'success', dedup_key: id }), shown };
  });

const ACTIONS = ['trigger', 'acknowledge', 'resolve'];
const SEVERITIES = ['critical', 'error', 'warning', 'info'];

function findEventErrors({
  dedup_key: id = '',
  event_action: action = '',
  payload,
  routing_key: key = '',
}: PagerDutyEvent): string[] {
  const { severity = '', source = '', summary = '' } = payload ?? {};
  const checks: readonly [boolean, string][] = [
    [key.length === 32, "Length of 'routing_key' is incorrect (should be 32 characters)"],
    [ACTIONS.includes(action), "'event_action' is invalid"],
    [id.length > 0 && id.length <= 255, "'dedup_key' is invalid"],
    [summary.length > 0 && summary.length <= 1_024, "'summary' is invalid"],
    [source !== '', "'source' is missing"],
    [SEVERITIES.includes(severity), "'severity' is invalid"],
  ];
  return checks.flatMap(([isFine, error]) => (isFine ? [] : [error]));
}

interface PagerDutyEvent {
  readonly routing_key?: string;
  readonly event_action?: string;
  readonly dedup_key?: string;
  readonly payload?: { readonly summary?: string; readonly source?: string; readonly severity?: string };
}

/** A receiver of Standard Webhooks, which checks the signature and knows an event by its id. */
export const startWebhook = (secret: string): Promise<ChannelServer> =>
  startChannel((body, headers) => {
    const id = String(headers['webhook-id']);
    const signed = `${id}.${headers['webhook-timestamp']}.${body}`;
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    const isFresh = Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp'])) < 300;
    if (headers['webhook-signature'] !== expected || !isFresh) return { status: 401, body: '' };
    const { data, id: eventId, type } = JSON.parse(body) as { id: string; type: string; data: { title: string } };
    if (eventId !== id) return { status: 400, body: '' };
    return { status: 200, body: '', shown: { id, text: data.title, state: type } };
  });

export interface MailServer {
  readonly port: number;
  readonly messages: {
    readonly from: string;
    readonly to: string[];
    readonly raw: string;
    readonly isEncrypted: boolean;
  }[];
  /** True: the server refuses whatever comes, for a time. */
  isBusy: boolean;
  stop(): Promise<void>;
}

export interface MailOptions {
  readonly key: string;
  readonly cert: string;
  readonly security: 'starttls' | 'tls' | 'none';
}

/** An SMTP server that wants a sign-in, and encryption if it has any. */
export async function startMail({ cert, key, security }: MailOptions): Promise<MailServer> {
  const messages: MailServer['messages'] = [];
  const state = { isBusy: false };
  const server = new SMTPServer({
    key,
    cert,
    secure: security === 'tls',
    disabledCommands: security === 'none' ? ['STARTTLS'] : [],
    authOptional: security === 'none',
    allowInsecureAuth: security === 'none',
    logger: false,
    onAuth: ({ password, username }, _session, done) =>
      username === 'alerts' && password === 'hush-smtp' ? done(null, { user: username }) : done(new Error('refused')),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (state.isBusy) return done(Object.assign(new Error('busy, say hush-answer'), { responseCode: 451 }));
        const { mailFrom, rcptTo } = session.envelope;
        messages.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
          isEncrypted: session.secure,
        });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return Object.assign(state, {
    port: (server.server.address() as AddressInfo).port,
    messages,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}
