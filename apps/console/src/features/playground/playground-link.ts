import { NO_SETTINGS, type Settings } from './build-body.js';
import type { OwnSettings } from './lane-settings.js';
import { type ChatMessage, MOST_LANES } from './lanes.js';

/** What a link to the playground holds beside the models, which are in the address. */
export interface LinkedState {
  readonly settings: Settings;
  readonly own: OwnSettings;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
}

const NAME = 'state=';
/** Characters of a link at most: programs that people send links with cut longer ones. */
const MOST = 30_000;
const MOST_MESSAGES = 200;

/**
 * Writes the state into a fragment, which browsers send to no server: prompts are in no log. Undefined if it is too large. Images and
 * calls of tools are left out.
 */
export function writeLink(settings: Settings, own: OwnSettings, messages: readonly ChatMessage[]): string | undefined {
  const said = messages.flatMap(({ content, role }) =>
    typeof content === 'string' && role !== 'tool' ? [{ role, content }] : [],
  );
  const bytes = new TextEncoder().encode(JSON.stringify({ settings, own, messages: said }));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const text = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return text.length > MOST ? undefined : `${NAME}${text}`;
}

/** Reads the state of a fragment, with or without its `#`; undefined where there is none. Whatever is not as it must be is left out. */
export function readLink(fragment: string): LinkedState | undefined {
  const hash = fragment.replace(/^#/, '');
  if (!hash.startsWith(NAME) || hash.length > MOST + NAME.length) return undefined;
  try {
    const binary = atob(hash.slice(NAME.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
    return readState(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return undefined;
  }
}

function readState(state: unknown): LinkedState | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const { messages, own, settings } = state as Readonly<Record<string, unknown>>;
  const lanes = Object.entries(Object(own) as Record<string, unknown>).filter(([lane]) => isLane(lane));
  return {
    settings: readSettings(settings),
    own: Object.fromEntries(lanes.map(([lane, each]) => [lane, readSettings(each)])),
    messages: (Array.isArray(messages) ? messages : []).slice(0, MOST_MESSAGES).filter(isMessage),
  };
}

const isLane = (name: string): boolean => /^\d$/.test(name) && Number(name) < MOST_LANES;

function isMessage(message: unknown): message is LinkedState['messages'][number] {
  const { content, role } = Object(message) as Readonly<Record<string, unknown>>;
  return typeof content === 'string' && (role === 'user' || role === 'assistant');
}

function readSettings(given: unknown): Settings {
  const values = Object(given) as Readonly<Record<string, unknown>>;
  const known = Object.entries(NO_SETTINGS).map(([name, usual]) => {
    const value = values[name];
    return [name, typeof value === typeof usual ? value : usual] as const;
  });
  return Object.fromEntries(known) as unknown as Settings;
}
