/** One request as the fixed upstream needs it. */
export interface ReadRequest {
  /** The target of its first line: path and query. */
  readonly target: string;
  readonly body: Buffer;
  /** False for a POST without Content-Length, whose end this reader cannot find. */
  readonly hasLength: boolean;
}

/**
 * Splits the bytes of one keep-alive HTTP/1.1 connection into requests, however TCP has cut or joined them.
 * It parses only what a fixed answer needs: the target, the end of the head and Content-Length (RFC 9112 section 6.2).
 */
export class RequestReader {
  private pending: Buffer[] = [];
  private pendingBytes = 0;
  private neededBytes = 0;

  /** Takes the next bytes and returns the requests that they complete, in order. */
  push(bytes: Buffer): ReadRequest[] {
    this.pending.push(bytes);
    this.pendingBytes += bytes.length;
    // A long prompt arrives in many pieces: they are joined once, when the last one is there.
    if (this.pendingBytes < this.neededBytes) return [];

    let rest = this.pending.length === 1 ? bytes : Buffer.concat(this.pending);
    const requests: ReadRequest[] = [];
    for (;;) {
      const headEnd = rest.indexOf('\r\n\r\n');
      this.neededBytes = rest.length + 1;
      if (headEnd < 0) break;
      const head = rest.toString('latin1', 0, headEnd);
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      const bodyStart = headEnd + 4;
      const end = bodyStart + Number(length ?? 0);
      this.neededBytes = end;
      if (rest.length < end) break;
      requests.push({
        target: head.split(' ', 2)[1] ?? '',
        body: rest.subarray(bodyStart, end),
        hasLength: length !== undefined || !head.startsWith('POST'),
      });
      rest = rest.subarray(end);
    }
    this.pending = rest.length === 0 ? [] : [rest];
    this.pendingBytes = rest.length;
    return requests;
  }
}
