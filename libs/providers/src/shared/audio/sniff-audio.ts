/** Type of a sound, by its first bytes. */
export interface AudioType {
  readonly contentType: string;
  /** Ending of file names. */
  readonly extension: string;
}

const type = (contentType: string, extension: string): AudioType => ({ contentType, extension });

const WAV = type('audio/wav', 'wav');
const MP3 = type('audio/mpeg', 'mp3');
const OGG = type('audio/ogg', 'ogg');
const FLAC = type('audio/flac', 'flac');
const AAC = type('audio/aac', 'aac');
const MP4 = type('audio/mp4', 'm4a');
const WEBM = type('audio/webm', 'webm');
const AMR = type('audio/amr', 'amr');
const AIFF = type('audio/aiff', 'aiff');
const CAF = type('audio/x-caf', 'caf');

/** Magic numbers at offsets. The first that fits counts. */
const MAGIC: readonly (readonly [AudioType, readonly (readonly [number, string])[]])[] = [
  [
    WAV,
    [
      [0, 'RIFF'],
      [8, 'WAVE'],
    ],
  ],
  [
    WAV,
    [
      [0, 'RF64'],
      [8, 'WAVE'],
    ],
  ],
  [
    AIFF,
    [
      [0, 'FORM'],
      [8, 'AIF'],
    ],
  ],
  [MP3, [[0, 'ID3']]],
  [OGG, [[0, 'OggS']]],
  [FLAC, [[0, 'fLaC']]],
  [MP4, [[4, 'ftyp']]],
  [WEBM, [[0, '\x1a\x45\xdf\xa3']]],
  [AMR, [[0, '#!AMR']]],
  [CAF, [[0, 'caff']]],
];

/**
 * Finds the type of a sound by its first bytes (16 are enough); undefined for an unknown one, such as raw samples.
 * Names and declared types of files do not say: browsers and recorders often get them wrong.
 */
export function sniffAudio(bytes: Uint8Array): AudioType | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const found = MAGIC.find(([, parts]) => parts.every(([offset, magic]) => head.startsWith(magic, offset)));
  return found ? found[0] : sniffFrame(bytes);
}

/** MPEG frames without a header: 11 bits of synchronisation, then version and layer (ISO/IEC 11172-3, 13818-7). */
function sniffFrame(bytes: Uint8Array): AudioType | undefined {
  const [first = 0, second = 0, third = 0] = bytes;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  if ((second & 0xf6) === 0xf0) return AAC;
  const [version, layer, bitRate, sampleRate] = [(second >> 3) & 3, (second >> 1) & 3, third >> 4, (third >> 2) & 3];
  return version !== 1 && layer !== 0 && bitRate !== 15 && sampleRate !== 3 ? MP3 : undefined;
}
