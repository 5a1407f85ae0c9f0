import type { FrameSocket } from '../../upstream/frame-socket.js';

/** The close code of a fault that `ws` found in what it read; undefined for a connection that broke. */
export function codeOfFault(code: string | undefined): number | undefined {
  if (code === undefined || !code.startsWith('WS_ERR_')) return undefined;
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' || code === 'WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH') return 1009;
  if (code === 'WS_ERR_TOO_MANY_BUFFERED_PARTS') return 1008;
  return code === 'WS_ERR_INVALID_UTF8' ? 1007 : 1002;
}

/** 123 bytes are what a close frame has room for. */
const LONGEST_REASON = 123;

/** Closes a socket with a reason, as much of it as there is room for. */
export function closeWith(socket: FrameSocket, code: number, reason: string): void {
  let cut = Buffer.from(reason).subarray(0, LONGEST_REASON);
  // A character that is cut in two would make the frame malformed.
  while (cut.length > 0 && !isWholeText(cut)) cut = cut.subarray(0, -1);
  socket.close(code, cut);
}

function isWholeText(bytes: Buffer): boolean {
  return Buffer.from(bytes.toString('utf8')).equals(bytes);
}

/** 1004, 1005, 1006 and 1015 say what happened here, and are never sent (RFC 6455 section 7.4.1). */
export function toSendable(code: number, byProvider: boolean): number {
  if (code === 1005) return 1000;
  const isSendable = (code >= 1000 && code <= 1014 && code !== 1004 && code !== 1006) || (code >= 3000 && code <= 4999);
  if (isSendable) return code;
  return byProvider ? 1011 : 1000;
}
