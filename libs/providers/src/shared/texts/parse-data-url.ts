/** The media type, in lower case, the charset that it is given, and the base64 text of a data URL. */
export interface DataUrl {
  readonly mediaType: string;
  readonly charset: string | undefined;
  readonly base64: string;
}

/** A longer head is none that anybody means, and a pattern looks at it many times. */
const LONGEST_HEAD = 1_024;
const CHARSET = /;\s*charset="?([^;,"\s]+)/i;

/** Takes a base64 `data:` URL apart (RFC 2397); undefined for anything else. The data itself is not decoded. */
export function parseDataUrl(url: string): DataUrl | undefined {
  // The head is looked at alone: the data may have megabytes.
  const comma = url.indexOf(',');
  const head =
    comma === -1 || comma > LONGEST_HEAD
      ? null
      : /^data:([^;,\s]+\/[^;,\s]+)(?:;[^;,]*)*;base64$/i.exec(url.slice(0, comma));
  const mediaType = head?.[1]?.toLowerCase();
  const charset = head === null ? undefined : CHARSET.exec(head[0])?.[1];
  const base64 = url.slice(comma + 1);
  return mediaType === undefined || base64 === '' ? undefined : { mediaType, charset, base64 };
}
