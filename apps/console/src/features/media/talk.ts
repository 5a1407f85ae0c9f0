/** Words of a turn, and their sound: 16-bit samples of one channel, 24,000 a second. */
export interface Turn {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly sound: readonly Uint8Array<ArrayBuffer>[];
  /** Seconds of a recording whose words are not known. */
  readonly seconds?: number;
}

/** A conversation over a realtime socket. */
export interface Talk {
  readonly turns: readonly Turn[];
  readonly isAnswering: boolean;
  /** Last error of the model or the gateway, in its words. */
  readonly problem?: string;
}

export const NOTHING_SAID: Talk = { turns: [], isAnswering: false };

/** Turns that are shown at most, and those whose sound is kept. */
const MOST_TURNS = 200;
const MOST_SOUNDS = 20;

type Fields = Readonly<Record<string, unknown>>;

/** Adds what the person says. */
export function addSaid(talk: Talk, turn: Pick<Turn, 'id' | 'text' | 'seconds'>): Talk {
  const said: Turn = { ...turn, role: 'user', sound: [] };
  return { turns: bound([...talk.turns, said]), isAnswering: true };
}

/** Returns a talk after an event of the model. Events that show nothing change nothing. */
export function addEvent(talk: Talk, event: unknown): Talk {
  const { delta, error, item_id: itemId, response, type } = fieldsOf(event);
  const id = String(itemId ?? '');
  switch (type) {
    case 'response.created':
      return { ...talk, isAnswering: true };
    case 'response.output_text.delta':
    case 'response.output_audio_transcript.delta':
      return change(talk, id, (turn) => ({ ...turn, text: turn.text + String(delta ?? '') }));
    case 'response.output_audio.delta':
      return change(talk, id, (turn) => ({ ...turn, sound: [...turn.sound, decodeSound(String(delta ?? ''))] }));
    case 'response.done': {
      const { error: failed } = fieldsOf(fieldsOf(response).status_details);
      const problem = fieldsOf(failed).message;
      return { ...talk, isAnswering: false, ...(typeof problem === 'string' && { problem }) };
    }
    case 'error':
      return { ...talk, isAnswering: false, problem: String(fieldsOf(error).message ?? '') };
    default:
      return talk;
  }
}

/** The samples that an event carries in base64; undefined for other events. */
export function soundOf(event: unknown): Uint8Array<ArrayBuffer> | undefined {
  const { delta, type } = fieldsOf(event);
  return type === 'response.output_audio.delta' && typeof delta === 'string' ? decodeSound(delta) : undefined;
}

function change({ turns, ...talk }: Talk, id: string, edit: (turn: Turn) => Turn): Talk {
  const isKnown = turns.some((turn) => turn.id === id);
  const all: readonly Turn[] = isKnown ? turns : [...turns, { id, role: 'assistant', text: '', sound: [] }];
  return { ...talk, turns: bound(all.map((turn) => (turn.id === id ? edit(turn) : turn))) };
}

function bound(turns: readonly Turn[]): readonly Turn[] {
  const shown = turns.slice(-MOST_TURNS);
  return shown.map((turn, index) =>
    turn.sound.length > 0 && index < shown.length - MOST_SOUNDS ? { ...turn, sound: [] } : turn,
  );
}

function decodeSound(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
