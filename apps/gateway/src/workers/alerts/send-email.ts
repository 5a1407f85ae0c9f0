import { readFileSync } from 'node:fs';
import type { GatewayConfig } from '@multilane/config';
import type { Transporter } from 'nodemailer';

type Smtp = GatewayConfig['alerts']['smtp'];

/** An email to some people. */
export interface Email {
  /** Receivers that get it twice know it by this. */
  readonly messageId: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

const TIMEOUT_MS = 15_000;

/** The way out for emails. Tests replace it. */
export type SendEmail = (smtp: Smtp, caFile: string | undefined, email: Email) => Promise<void>;

/**
 * Sends an email over SMTP to the server of gateway.yaml. With `starttls`, a server that offers no encryption gets nothing. Rejects where the
 * server cannot be reached or rejects it; the texts of its answers go nowhere.
 */
export async function sendEmail(smtp: Smtp, caFile: string | undefined, email: Email): Promise<void> {
  // Loaded with the first email: most processes send none.
  const { createTransport } = await import('nodemailer');
  const { from, host, password, port, security, username } = smtp;
  const transport: Transporter = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(username !== undefined && { auth: { user: username, pass: password ?? '' } }),
    ...(caFile !== undefined && { tls: { ca: readFileSync(caFile, 'utf8') } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from,
      to: [...email.to],
      subject: email.subject,
      text: email.text,
      messageId: email.messageId,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } finally {
    transport.close();
  }
}
