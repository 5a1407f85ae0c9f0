import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Certificate {
  /** PEM file. */
  file: string;
  cert: string;
  key: string;
  /** Removes the file. */
  remove(): Promise<void>;
}

/** A fresh certificate for 127.0.0.1 and the names given, signed by itself: the repository needs no private key. */
export async function makeCertificate(...names: readonly string[]): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'multilane-tls-'));
  const [file, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const alternatives = ['IP:127.0.0.1', ...names.map((name) => `DNS:${name}`)];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', `subjectAltName=${alternatives.join(',')}`];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  await promisify(execFile)('openssl', ['req', ...kind, ...subject, '-keyout', keyFile, '-out', file]);
  return {
    file,
    cert: await readFile(file, 'utf8'),
    key: await readFile(keyFile, 'utf8'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
