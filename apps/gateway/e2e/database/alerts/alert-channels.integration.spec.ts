import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import type { AlertAttempt, AlertDeliveryToSend, AlertMessage } from '@multilane/persistence';
import { type Certificate, makeCertificate } from '@multilane/testing';
import { AlertSender, type AlertSenderOptions } from '../../../src/workers/alerts/alert-sender.js';
import {
  type ChannelServer,
  type MailServer,
  startMail,
  startPagerDuty,
  startSlack,
  startTeams,
  startWebhook,
} from './channel-servers.js';

const LIMIT_MS = 60_000;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const ROUTING_KEY = 'hush'.repeat(8);
const ALERT_ID = '0198c0de-0000-7000-8000-000000000001';

const MESSAGE: AlertMessage = {
  event: 'firing',
  title: 'The budget of key <!channel> is spent to 83%',
  severity: 'warning',
  rule: { id: '0198c0de-0000-7000-8000-000000000002', name: 'Budgets', kind: 'budget' },
  workspace_id: null,
  team_id: null,
  alerts: [
    {
      id: ALERT_ID,
      title: 'The budget of key <!channel> is spent to 83%',
      lines: ['Spent: $8.30 of $10.00 (83%)', 'Where: key <!channel>, team *search*'],
      link: 'https://ai.example.com/ui/w/1/budgets?scope=api_key',
      severity: 'warning',
      subject_type: 'api_key',
      subject_id: 'k',
      subject_name: '<!channel>',
      threshold: 80,
      value: 83,
      started_at: '2026-11-30T08:00:00.000Z',
      resolved_at: null,
    },
  ],
  more: 2,
  link: 'https://ai.example.com/ui/w/1/alerts?rule=r',
};

let count = 0;

const delivery = (changes: Partial<AlertDeliveryToSend>): AlertDeliveryToSend => {
  count += 1;
  return {
    id: `0198c0de-0000-7000-8000-${String(count).padStart(12, '0')}`,
    organizationId: 'o',
    workspaceId: null,
    teamId: null,
    channelId: `channel-${count}`,
    channelName: 'On call',
    channelKind: 'webhook',
    ruleId: null,
    event: changes.message?.event ?? 'firing',
    message: MESSAGE,
    status: 'pending',
    attempts: 0,
    responseStatus: null,
    failure: null,
    createdAt: new Date(),
    attemptedAt: null,
    nextAttemptAt: null,
    quiet: null,
    isEnabled: true,
    isDeclared: false,
    secrets: {},
    ...changes,
  };
};

interface Sending {
  readonly attempts: (AlertAttempt & { readonly counts: boolean })[];
  /** Seconds after which jobs were queued again. */
  readonly again: number[];
  deliver(): Promise<void>;
}

interface Facts {
  readonly isFiring?: boolean;
  readonly told?: 'told' | 'waiting' | 'never';
  readonly smtp?: string;
  readonly caFile?: string;
  readonly now?: number;
  readonly pagerdutyUrl?: string;
  readonly allowed?: string;
  /** Channels of gateway.yaml. */
  readonly channels?: string;
}

/** Sends with a store that holds one delivery, as the database would. */
function send(first: AlertDeliveryToSend, facts: Facts = {}): Sending & { close(): Promise<void> } {
  const {
    allowed = '127.0.0.1/32',
    caFile,
    channels = '[]',
    isFiring = true,
    now,
    pagerdutyUrl,
    smtp = '{}',
    told = 'told',
  } = facts;
  const network = `network: { allow_private: ["${allowed}"]${caFile === undefined ? '' : `, ca_file: ${caFile}`} }`;
  const pagerduty = pagerdutyUrl === undefined ? '' : `, pagerduty_url: ${pagerdutyUrl}`;
  const { config } = parseConfig(`${network}\nalerts: { channels: ${channels}, smtp: ${smtp}${pagerduty} }\n`, {
    env: {},
    sourceName: 'test.yaml',
  });
  let state = first;
  const attempts: Sending['attempts'] = [];
  const again: number[] = [];
  const store = {
    findDelivery: async () => state,
    isFiring: async () => isFiring,
    findTold: async () => told,
    noteAttempt: async (_id: string, attempt: AlertAttempt, counts = true) => {
      attempts.push({ ...attempt, counts });
      state = { ...state, ...attempt, attempts: state.attempts + (counts ? 1 : 0) };
    },
  };
  const sender = new AlertSender({
    settings: () => config,
    store,
    queues: {
      enqueue: async (_kind: string, _data: object, { afterSeconds = 0 }: { afterSeconds?: number }) => {
        again.push(afterSeconds);
        return '';
      },
    },
    metrics: { alerts: { recordDelivery: () => undefined } },
    ...(now !== undefined && { now: () => now }),
  } as unknown as AlertSenderOptions);
  return {
    attempts,
    again,
    deliver: () => sender.deliver({ data: { delivery_id: first.id } }),
    close: () => sender.close(),
  };
}

/** Everything that a delivery leaves behind must hold no secret. */
const expectNoSecret = (value: unknown): void => expect(JSON.stringify(value)).not.toMatch(/hush/);

describe('channels of alerts', () => {
  const servers: ChannelServer[] = [];
  let slack: ChannelServer;
  let teams: ChannelServer;
  let pagerDuty: ChannelServer;
  let webhook: ChannelServer;

  beforeAll(async () => {
    slack = await startSlack();
    teams = await startTeams();
    pagerDuty = await startPagerDuty();
    webhook = await startWebhook(SECRET);
    servers.push(slack, teams, pagerDuty, webhook);
  });

  beforeEach(() => {
    for (const server of servers) for (const list of [server.shown, server.bodies, server.outages]) list.length = 0;
  });

  afterAll(async () => {
    for (const server of servers) await server.stop();
  });

  const kinds = (): [string, ChannelServer, AlertDeliveryToSend, Facts][] => [
    ['webhook', webhook, delivery({ secrets: { url: `${webhook.url}/hush`, secret: SECRET } }), {}],
    ['slack', slack, delivery({ channelKind: 'slack', secrets: { url: `${slack.url}/hush` } }), {}],
    ['teams', teams, delivery({ channelKind: 'teams', secrets: { url: `${teams.url}/hush?sig=hush` } }), {}],
    [
      'pagerduty',
      pagerDuty,
      delivery({ channelKind: 'pagerduty', secrets: { routing_key: ROUTING_KEY, region: 'us' } }),
      { pagerdutyUrl: pagerDuty.url },
    ],
  ];

  it('take what, where and how much in their own form', async () => {
    for (const [kind, server, made, facts] of kinds()) {
      const sending = send(made, facts);
      await sending.deliver();
      expect([kind, sending.attempts]).toEqual([
        kind,
        [expect.objectContaining({ status: 'delivered', failure: null })],
      ]);
      expect([kind, server.shown.length]).toEqual([kind, 1]);
      expect(server.shown[0]?.text).toContain('83%');
      expectNoSecret(sending.attempts);
      await sending.close();
    }
    expect(slack.shown[0]?.text).toContain('$8.30 of $10.00');
    expect(slack.shown[0]?.text).toContain('2 more alerts');
    expect(teams.shown[0]?.text).toContain('\\*search\\*');
  });

  it('get names of people as texts, and not as mentions or links', async () => {
    const sending = send(delivery({ channelKind: 'slack', secrets: { url: slack.url } }));
    await sending.deliver();
    expect(slack.bodies[0]).not.toContain('<!channel>*');
    expect(slack.bodies[0]).toContain('&lt;!channel&gt;');
    await sending.close();
  });

  it('get a message again while they are away, and show it once if they know it', async () => {
    for (const [kind, server, made, facts] of kinds()) {
      server.outages.push(503, 0);
      const sending = send(made, facts);
      for (let each = 0; each < 3; each++) await sending.deliver();
      expect([kind, sending.attempts.map(({ status }) => status)]).toEqual([kind, ['pending', 'pending', 'delivered']]);
      expect([kind, sending.again]).toEqual([kind, [expect.closeTo(5, 0), expect.closeTo(30, -1)]]);
      expect(sending.attempts[0]).toMatchObject({ responseStatus: 503, failure: 'The channel answered 503.' });
      expect(sending.attempts[1]?.failure).toMatch(/^The channel could not be reached/);
      expectNoSecret(sending.attempts);
      // The answer was lost, and the message comes a second time.
      const repeated = send(made, facts);
      await repeated.deliver();
      if (kind === 'webhook' || kind === 'pagerduty') expect([kind, server.shown.length]).toEqual([kind, 1]);
      await sending.close();
      await repeated.close();
    }
  });

  it('are tried for a day, and then no more', async () => {
    const made = delivery({ channelKind: 'slack', secrets: { url: slack.url } });
    let waited = 0;
    for (let attempts = 0; attempts < 11; attempts++) {
      slack.outages.push(500);
      const sending = send({ ...made, attempts });
      await sending.deliver();
      waited += sending.again[0] ?? 0;
      expect([attempts, sending.attempts[0]?.status]).toEqual([attempts, attempts === 10 ? 'failed' : 'pending']);
      await sending.close();
    }
    expect(waited / 3_600).toBeGreaterThan(21);
  });

  it('are told of the end, which resolves the incident of PagerDuty', async () => {
    const channel = { channelKind: 'pagerduty', secrets: { routing_key: ROUTING_KEY, region: 'eu' } } as const;
    const facts = { pagerdutyUrl: pagerDuty.url };
    for (const event of ['firing', 'resolved'] as const) {
      const sending = send(delivery({ ...channel, message: { ...MESSAGE, event } }), facts);
      await sending.deliver();
      await sending.close();
    }
    expect(pagerDuty.shown).toEqual([expect.objectContaining({ id: ALERT_ID, state: 'resolved' })]);
  });

  it('are tested without leaving an incident open', async () => {
    const channel = { channelKind: 'pagerduty', secrets: { routing_key: ROUTING_KEY, region: 'us' } } as const;
    const sending = send(delivery({ ...channel, message: { ...MESSAGE, event: 'test' } }), {
      pagerdutyUrl: pagerDuty.url,
    });
    await sending.deliver();
    expect(pagerDuty.bodies.length).toBe(2);
    expect(pagerDuty.shown).toEqual([expect.objectContaining({ state: 'resolved' })]);
    await sending.close();
  });

  it('at addresses that are not allowed get nothing', async () => {
    const made = delivery({ channelKind: 'slack', secrets: { url: `${slack.url}/hush` } });
    const sending = send(made, { allowed: '10.0.0.0/8' });
    await sending.deliver();
    expect(sending.attempts).toEqual([
      expect.objectContaining({ status: 'pending', failure: expect.stringMatching(/^Refused: /) }),
    ]);
    expect(slack.bodies).toEqual([]);
    expectNoSecret(sending.attempts);
    await sending.close();
  });

  it('of gateway.yaml have their addresses there, also one that has changed since', async () => {
    const declared = { channelKind: 'slack', channelName: 'On call', isDeclared: true, secrets: undefined } as const;
    const channels = `[{ name: On call, kind: slack, url: "${slack.url}/hush" }]`;
    const sending = send(delivery(declared), { channels });
    await sending.deliver();
    expect(sending.attempts).toEqual([expect.objectContaining({ status: 'delivered', failure: null })]);
    expect(slack.bodies.length).toBe(1);
    expectNoSecret(sending.attempts);
    await sending.close();
  });

  it.each([
    ['whose address the key does not open', {}, /encryption key does not open/],
    ['that gateway.yaml does not declare any more', { isDeclared: true }, /does not declare/],
  ])('%s are tried again for a day, and say why', async (_what, more, failure) => {
    const made = delivery({ channelKind: 'slack', secrets: undefined, ...more });
    const first = send(made);
    await first.deliver();
    expect(first.attempts).toEqual([
      expect.objectContaining({ status: 'pending', counts: true, failure: expect.stringMatching(failure) }),
    ]);
    expect(first.again).toHaveLength(1);
    const last = send({ ...made, attempts: 10 });
    await last.deliver();
    expect(last.attempts).toEqual([expect.objectContaining({ status: 'failed' })]);
    await first.close();
    await last.close();
  });

  it('are left alone in their quiet hours, but for tests', async () => {
    const quiet = { from: '22:00', to: '07:00', timezone: 'Europe/Berlin' };
    const now = Date.parse('2026-12-01T05:00:00Z');
    const channel = { channelKind: 'slack', secrets: { url: slack.url }, quiet } as const;
    const sending = send(delivery(channel), { now });
    await sending.deliver();
    expect(sending.attempts).toEqual([
      expect.objectContaining({ status: 'pending', counts: false, nextAttemptAt: new Date('2026-12-01T06:00:00Z') }),
    ]);
    expect([sending.again, slack.bodies]).toEqual([[3_600], []]);
    const test = send(delivery({ ...channel, message: { ...MESSAGE, event: 'test' } }), { now });
    await test.deliver();
    expect(slack.bodies.length).toBe(1);
    await sending.close();
    await test.close();
  });

  it.each([
    ['the alert is over', { isFiring: false }, 'firing', 'skipped'],
    ['the channel was never told of it', { told: 'never' }, 'resolved', 'skipped'],
    ['its beginning waits to be sent', { told: 'waiting' }, 'resolved', 'pending'],
  ] as const)('hear nothing where %s', async (_why, facts, event, status) => {
    const channel = { channelKind: 'slack', secrets: { url: slack.url } } as const;
    const sending = send(delivery({ ...channel, message: { ...MESSAGE, event } }), facts);
    await sending.deliver();
    expect(sending.attempts).toEqual([expect.objectContaining({ status, counts: false })]);
    expect(slack.bodies).toEqual([]);
    await sending.close();
  });
});

describe('alerts by email', () => {
  let certificate: Certificate;
  const stops: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    certificate = await makeCertificate('localhost');
  }, LIMIT_MS);

  afterAll(async () => {
    for (const stop of stops) await stop();
    await certificate?.remove();
  });

  const start = async (security: 'starttls' | 'tls' | 'none'): Promise<MailServer> => {
    const server = await startMail({ ...certificate, security });
    stops.push(server.stop);
    return server;
  };
  const settings = (port: number, security: string, password = 'hush-smtp'): string =>
    `{ host: localhost, port: ${port}, security: ${security}, username: alerts, password: ${password}, from: multilane@example.com }`;
  const mail = (): AlertDeliveryToSend =>
    delivery({ channelKind: 'email', secrets: { to: ['a@example.com', 'b@example.com'] } });

  it.each(['starttls', 'tls'] as const)(
    'arrive encrypted over %s, again after an outage, with one identity',
    async (security) => {
      const server = await start(security);
      const made = mail();
      const facts = { smtp: settings(server.port, security), caFile: certificate.file };
      const sending = send(made, facts);
      server.isBusy = true;
      await sending.deliver();
      expect(sending.attempts).toEqual([
        expect.objectContaining({ status: 'pending', responseStatus: 451, failure: 'The SMTP server answered 451.' }),
      ]);
      server.isBusy = false;
      await sending.deliver();
      const repeated = send(made, facts);
      await repeated.deliver();
      await repeated.close();
      expect(sending.attempts[1]?.status).toBe('delivered');
      expectNoSecret(sending.attempts);
      const identities = server.messages.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]);
      expect(identities).toEqual([expect.stringMatching(/^<evt_[0-9a-f]{32}@example\.com>$/), identities[0]]);
      expect(server.messages[0]).toMatchObject({
        from: 'multilane@example.com',
        to: ['a@example.com', 'b@example.com'],
        isEncrypted: true,
      });
      expect(server.messages[0]?.raw).toContain('8.30 of');
      await sending.close();
    },
    LIMIT_MS,
  );

  it.each([
    ['a server offers no encryption', 'none', 'starttls', 'hush-smtp', true],
    ['its certificate is unknown', 'tls', 'tls', 'hush-smtp', false],
    ['it refuses the password', 'starttls', 'starttls', 'hush-wrong', true],
  ] as const)(
    'are not sent where %s',
    async (_why, offered, asked, password, isKnown) => {
      const server = await start(offered);
      const sending = send(mail(), {
        smtp: settings(server.port, asked, password),
        ...(isKnown && { caFile: certificate.file }),
      });
      await sending.deliver();
      expect(sending.attempts).toEqual([
        expect.objectContaining({ status: 'pending', failure: expect.stringMatching(/^The SMTP server /) }),
      ]);
      expect(server.messages).toEqual([]);
      expectNoSecret(sending.attempts);
      await sending.close();
    },
    LIMIT_MS,
  );

  it('say that there is no server', async () => {
    const sending = send(mail());
    await sending.deliver();
    expect(sending.attempts[0]?.failure).toContain('alerts.smtp');
    await sending.close();
  });
});
