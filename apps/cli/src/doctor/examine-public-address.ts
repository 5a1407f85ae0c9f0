import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { codeOf } from '../read-file.js';
import { bad, doubtful, type Finding, good, LIMIT_MS } from './finding.js';

const SUBJECT = 'Public address';
const SOON_MS = 14 * 86_400_000;

/** The name and the certificate of the address that people use. */
export async function examinePublicAddress(address: string): Promise<Finding[]> {
  const url = new URL(address);
  if (url.protocol !== 'https:') {
    const isLocal = /^(localhost|127\.|\[::1\])/.test(url.hostname);
    return isLocal
      ? [good(SUBJECT, `${url.origin} is an address of this machine.`)]
      : [
          doubtful(
            'public_address_plain',
            SUBJECT,
            `${url.origin} is not encrypted: cookies and keys can be read on the way.`,
            'Serve it with TLS, and set `server.public_base_url` to https.',
          ),
        ];
  }
  const outcome = await readCertificate(url.hostname, Number(url.port || 443));
  return [judgeCertificate(url.host, outcome, Date.now())];
}

type Outcome = { readonly validTo: number } | { readonly code: string };

/** @param now milliseconds since the epoch */
export function judgeCertificate(host: string, outcome: Outcome, now: number): Finding {
  if ('validTo' in outcome) {
    if (outcome.validTo - now > SOON_MS) return good(SUBJECT, `The certificate of ${host} is valid.`);
    return doubtful(
      'certificate_ends_soon',
      SUBJECT,
      `The certificate of ${host} expires within 14 days.`,
      'Renew it.',
    );
  }
  switch (outcome.code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return bad(
        'public_address_dns',
        SUBJECT,
        `${host} has no address.`,
        'Add a DNS record, or mend `server.public_base_url`.',
      );
    case 'CERT_HAS_EXPIRED':
      return bad('certificate_expired', SUBJECT, `The certificate of ${host} has expired.`, 'Renew it.');
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return bad('certificate_name', SUBJECT, `The certificate is not for ${host}.`, 'Get one for this name.');
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return bad(
        'certificate_untrusted',
        SUBJECT,
        `Nobody that this machine trusts has signed the certificate of ${host}.`,
        'Serve the whole chain, or set NODE_EXTRA_CA_CERTS to your authority.',
      );
    default:
      return bad(
        'public_address_unreachable',
        SUBJECT,
        `${host} cannot be reached (${outcome.code}).`,
        'Check the proxy in front and the firewall.',
      );
  }
}

function readCertificate(hostname: string, port: number): Promise<Outcome> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}) }, () => {
      const validTo = Date.parse(socket.getPeerCertificate().valid_to);
      socket.destroy();
      resolve({ validTo });
    });
    socket.setTimeout(LIMIT_MS, () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })));
    socket.once('error', (error) => {
      socket.destroy();
      resolve({ code: codeOf(error) });
    });
  });
}
