import type { JsonBounds } from '@multilane/contracts';
import { isRecord, JsonTooLarge, parseBoundedJson } from '@multilane/contracts';
import { readCarried, SAMPLE_RATE, speak } from '../audio/speak.js';
import { splitTokens } from '../limit-text.js';
import { planAnswer } from '../plan-answer.js';
import { countUse, type Item, type Members, recordOf, shown, splitWords, toChat, voiceOf } from './conversation.js';
import { FRAME_BYTES, FRAME_MS, TurnDetector } from './turn-detector.js';

/** A message of the simulator to the client. */
export type SessionEvent = Record<string, unknown> & { readonly type: string };

/** Sound that waits to be committed: some minutes. */
const MOST_SOUND_BYTES = 16 * 1024 * 1024;
/** Items of a conversation, and their text. */
const MOST_ITEMS = 500;
const MOST_CHARACTERS = 256 * 1024;
/** An event that is no sound, which the simulator reads word by word. */
const MOST_EVENT_CHARACTERS = 256 * 1024;
const EVENT_BOUNDS: JsonBounds = { members: 10_000, items: 50_000, characters: 24 * 1024 * 1024 };
const TOO_LARGE = 'The event is too large for the simulator.';
/** So much is said aloud; the rest is there as text. */
const MOST_SPOKEN_CHARACTERS = 1_000;
/** Half a second of sound. */
const PIECE_BYTES = SAMPLE_RATE;
const BYTES_PER_SECOND = SAMPLE_RATE * 2;
/** Tokens that the reference counts for a second of speech. */
const TOKENS_PER_SECOND_SPOKEN = 20;
const SOUND = { type: 'audio/pcm', rate: SAMPLE_RATE };
const DEAF = 'The simulator understands its own tones alone.';

/**
 * One realtime session with the simulator, in the reference's events: it answers in turns, as `simulateChat` does, with text or with
 * its tones, and transcribes its tones. With `turn_detection` it commits and answers what was said before a silence. Synchronous and deterministic.
 */
export class SimulatedSession {
  private session: Members;
  private readonly items: Item[] = [];
  private sound: Buffer[] = [];
  private soundBytes = 0;
  private characters = 0;
  private count = 0;
  private turns: TurnDetector | undefined;
  /** Id of the item that what is being said becomes. */
  private spokenId: string | undefined;

  /** @param seed letters and digits, unique to the session: ids are made from it */
  constructor(
    private readonly model: string,
    private readonly seed: string,
    isTranscription = false,
  ) {
    this.session = {
      type: isTranscription ? 'transcription' : 'realtime',
      object: 'realtime.session',
      id: `sess_${seed}`,
      ...(isTranscription ? {} : { model }),
      output_modalities: ['audio'],
      instructions: '',
      tools: [],
      tool_choice: 'auto',
      max_output_tokens: 'inf',
      audio: {
        input: { format: SOUND, transcription: isTranscription ? { model } : null, turn_detection: null },
        output: { format: SOUND, voice: 'alloy', speed: 1 },
      },
    };
  }

  /** Events that the client is sent first. */
  begin(): SessionEvent[] {
    return [this.event('session.created', { session: this.session })];
  }

  /** Events that the client is sent for one of its messages. */
  receive(text: string): SessionEvent[] {
    let event: unknown;
    try {
      event = parseBoundedJson(text, EVENT_BOUNDS);
    } catch (error) {
      const message = error instanceof JsonTooLarge ? TOO_LARGE : 'The event is not valid JSON.';
      return [this.refuse(undefined, 'invalid_json', null, message)];
    }
    if (!isRecord(event)) return [this.refuse(undefined, 'invalid_event', null, 'An event is a JSON object.')];
    if (text.length > MOST_EVENT_CHARACTERS && event.type !== 'input_audio_buffer.append') {
      return [this.refuse(event, 'invalid_value', null, TOO_LARGE)];
    }
    switch (event.type) {
      case 'session.update':
        return this.update(event);
      case 'input_audio_buffer.append':
        return this.append(event);
      case 'input_audio_buffer.commit':
        return this.commit(event);
      case 'input_audio_buffer.clear':
        this.clear();
        return [this.event('input_audio_buffer.cleared', {})];
      case 'conversation.item.create':
        return this.create(event);
      case 'conversation.item.retrieve':
      case 'conversation.item.delete':
        return this.find(event, event.type);
      case 'response.create':
        return this.respond(event);
      case 'response.cancel':
        return [this.refuse(event, 'response_cancel_not_active', null, 'There is no answer to cancel.')];
      default:
        return [this.refuse(event, 'invalid_value', 'type', 'The simulator does not know this type of event.')];
    }
  }

  private update(event: Members): SessionEvent[] {
    const { session } = event;
    if (!isRecord(session)) return [this.refuse(event, 'missing_required_parameter', 'session', 'Send a session.')];
    const audio = recordOf(session.audio);
    const input = recordOf(audio.input);
    const turns = TurnDetector.of(input.turn_detection);
    if (isRecord(input.turn_detection) && turns === undefined) {
      const param = 'session.audio.input.turn_detection.type';
      return [this.refuse(event, 'invalid_value', param, 'The simulator knows server_vad and semantic_vad.')];
    }
    for (const [side, { format }] of [
      ['input', input],
      ['output', recordOf(audio.output)],
    ] as const) {
      if (!isRecord(format) || format.type === SOUND.type) continue;
      return [
        this.refuse(event, 'invalid_value', `session.audio.${side}.format`, 'The simulator knows audio/pcm alone.'),
      ];
    }
    const { id, model, object } = this.session;
    const known = recordOf(this.session.audio);
    const updated = {
      ...this.session,
      ...session,
      ...{ id, object, ...(model !== undefined && { model }) },
      audio: {
        input: { ...recordOf(known.input), ...input, format: SOUND },
        output: { ...recordOf(known.output), ...recordOf(audio.output), format: SOUND },
      },
    };
    if (JSON.stringify(updated).length > MOST_CHARACTERS) {
      return [this.refuse(event, 'invalid_value', 'session', 'The session is too large for the simulator.')];
    }
    this.session = updated;
    if (input.turn_detection !== undefined) this.turns = turns;
    return [this.event('session.updated', { session: this.session })];
  }

  private append(event: Members): SessionEvent[] {
    const bytes = typeof event.audio === 'string' ? Buffer.from(event.audio, 'base64') : undefined;
    if (bytes === undefined) return [this.refuse(event, 'invalid_value', 'audio', 'Send sound in base64.')];
    // Before anyone speaks, what was heard is silence.
    if (this.turns?.isSpeaking === false && this.soundBytes > MOST_SOUND_BYTES / 2) this.clear();
    if (this.soundBytes + bytes.length > MOST_SOUND_BYTES) {
      return [this.refuse(event, 'invalid_value', 'audio', 'The buffer is full. Commit or clear it.')];
    }
    if (this.turns !== undefined) return this.hear(bytes, this.turns);
    this.keep(bytes);
    return [];
  }

  private keep(bytes: Buffer): void {
    this.soundBytes += bytes.length;
    this.sound.push(bytes);
  }

  /** Commits and answers what was said before a silence: once an event at most, as `response.create` does. */
  private hear(bytes: Buffer, turns: TurnDetector): SessionEvent[] {
    const events: SessionEvent[] = [];
    for (let start = 0; start < bytes.length; start += FRAME_BYTES) {
      const frame = bytes.subarray(start, start + FRAME_BYTES);
      const turn = turns.hear(frame);
      if (turn === 'began') {
        this.dropSound();
        this.spokenId = this.nextId('item');
        const place = { audio_start_ms: turns.heardMs - FRAME_MS, item_id: this.spokenId };
        events.push(this.event('input_audio_buffer.speech_started', place));
      }
      this.keep(frame);
      if (turn !== 'ended') continue;
      const place = { audio_end_ms: turns.heardMs, item_id: this.spokenId };
      events.push(this.event('input_audio_buffer.speech_stopped', place), ...this.commit({}));
      const isCommitted = events.at(-1)?.type !== 'error';
      if (isCommitted && turns.answers && this.session.type === 'realtime') events.push(...this.respond({}));
      this.keep(bytes.subarray(start + FRAME_BYTES));
      return events;
    }
    return events;
  }

  private commit(event: Members): SessionEvent[] {
    if (this.soundBytes === 0) {
      return [this.refuse(event, 'input_audio_buffer_commit_empty', null, 'The buffer is empty.')];
    }
    const sound = Buffer.concat(this.sound);
    const id = this.spokenId ?? this.nextId('item');
    this.clear();
    const transcript = readCarried(sound) ?? DEAF;
    const seconds = sound.length / BYTES_PER_SECOND;
    const transcribes = isRecord(recordOf(recordOf(this.session.audio).input).transcription);
    const item: Item = {
      id,
      object: 'realtime.item',
      type: 'message',
      status: 'completed',
      role: 'user',
      content: [{ type: 'input_audio', transcript: transcribes ? transcript : null }],
    };
    const previous = this.items.at(-1)?.id ?? null;
    const added = this.add({ ...item, recognized: transcript, seconds });
    if (added !== undefined) return [this.refuse(event, 'invalid_value', null, added)];
    const committed = this.event('input_audio_buffer.committed', { previous_item_id: previous, item_id: item.id });
    const events = [committed, ...this.announce(item, previous)];
    if (!transcribes) return events;
    const place = { item_id: item.id, content_index: 0 };
    const named = 'conversation.item.input_audio_transcription';
    return [
      ...events,
      ...splitWords(transcript).map((delta) => this.event(`${named}.delta`, { ...place, delta })),
      this.event(`${named}.completed`, { ...place, transcript, usage: { type: 'duration', seconds } }),
    ];
  }

  private create(event: Members): SessionEvent[] {
    const { item, previous_item_id: after } = event;
    if (!isRecord(item) || typeof item.type !== 'string') {
      return [this.refuse(event, 'invalid_value', 'item', 'Send an item with its type.')];
    }
    if (typeof after === 'string' && after !== 'root' && after !== this.items.at(-1)?.id) {
      return [this.refuse(event, 'invalid_value', 'previous_item_id', 'The simulator adds items at the end alone.')];
    }
    const id = typeof item.id === 'string' ? item.id.slice(0, 64) : this.nextId('item');
    const made: Item = { object: 'realtime.item', status: 'completed', ...item, id, type: item.type };
    const previous = this.items.at(-1)?.id ?? null;
    const problem = this.add(made);
    return problem === undefined
      ? this.announce(made, previous)
      : [this.refuse(event, 'invalid_value', 'item', problem)];
  }

  private find(event: Members, type: 'conversation.item.retrieve' | 'conversation.item.delete'): SessionEvent[] {
    const at = this.items.findIndex(({ id }) => id === event.item_id);
    const item = this.items[at];
    if (item === undefined) return [this.refuse(event, 'item_not_found', 'item_id', 'There is no such item.')];
    if (type === 'conversation.item.retrieve')
      return [this.event('conversation.item.retrieved', { item: shown(item) })];
    this.items.splice(at, 1);
    return [this.event('conversation.item.deleted', { item_id: item.id })];
  }

  private respond(event: Members): SessionEvent[] {
    const asked = { ...this.session, ...recordOf(event.response) };
    const speaks = !(Array.isArray(asked.output_modalities) && asked.output_modalities[0] === 'text');
    const request = toChat(this.model, this.items, asked);
    const plan = planAnswer(request);
    const id = this.nextId('resp');
    const base = {
      id,
      object: 'realtime.response',
      conversation_id: `conv_${this.seed}`,
      metadata: asked.metadata ?? null,
    };
    const begun = this.event('response.created', {
      response: { ...base, status: 'in_progress', output: [], usage: null },
    });
    const output: Item[] = [];
    const used = { text: 0, audio: 0 };
    const events = [begun];
    if (plan.kind === 'text') {
      const { item, made, seconds } = this.say(id, plan.text, speaks, voiceOf(asked));
      output.push(item);
      events.push(...made);
      used.text = splitTokens(plan.text).length;
      used.audio = Math.ceil(seconds * TOKENS_PER_SECOND_SPOKEN);
    } else {
      for (const [index, call] of plan.calls.entries()) {
        const { item, made } = this.call(id, index, call);
        output.push(item);
        events.push(...made);
        used.text += splitTokens(call.arguments).length;
      }
    }
    const isCut = plan.kind === 'text' && plan.finishReason === 'length';
    const status = isCut ? 'incomplete' : 'completed';
    const status_details = isCut ? { type: 'incomplete', reason: 'max_output_tokens' } : null;
    const usage = countUse(this.items, request, used);
    const response = { ...base, status, status_details, output: output.map(shown), usage };
    return [...events, this.event('response.done', { response })];
  }

  /** A message of the model, as text or as sound with its words. */
  private say(response_id: string, text: string, speaks: boolean, voice: string) {
    const previous = this.items.at(-1)?.id ?? null;
    const id = this.nextId('item');
    const content = speaks ? { type: 'output_audio', transcript: text } : { type: 'output_text', text };
    const base = { id, object: 'realtime.item', type: 'message', role: 'assistant' };
    const item: Item = { ...base, status: 'completed', content: [content] };
    const open = { ...base, status: 'in_progress', content: [] };
    const at = { response_id, item_id: id, output_index: 0, content_index: 0 };
    const sound = speaks ? speak(text.slice(0, MOST_SPOKEN_CHARACTERS), voice, 1) : Buffer.alloc(0);
    const words = speaks ? 'response.output_audio_transcript' : 'response.output_text';
    const part = speaks ? { type: 'audio', transcript: '' } : { type: 'text', text: '' };
    const whole = speaks ? { type: 'audio', transcript: text } : { type: 'text', text };
    const pieces: Buffer[] = [];
    for (let start = 0; start < sound.length; start += PIECE_BYTES)
      pieces.push(sound.subarray(start, start + PIECE_BYTES));
    const made = [
      this.event('response.output_item.added', { response_id, output_index: 0, item: open }),
      this.event('conversation.item.added', { previous_item_id: previous, item: open }),
      this.event('response.content_part.added', { ...at, part }),
      ...splitWords(text).map((delta) => this.event(`${words}.delta`, { ...at, delta })),
      ...pieces.map((piece) => this.event('response.output_audio.delta', { ...at, delta: piece.toString('base64') })),
      ...(speaks ? [this.event('response.output_audio.done', at)] : []),
      this.event(`${words}.done`, { ...at, [speaks ? 'transcript' : 'text']: text }),
      this.event('response.content_part.done', { ...at, part: whole }),
      this.event('response.output_item.done', { response_id, output_index: 0, item }),
      this.event('conversation.item.done', { previous_item_id: previous, item }),
    ];
    const seconds = sound.length / BYTES_PER_SECOND;
    this.add({ ...item, seconds });
    return { item, made, seconds };
  }

  /** A call of a tool. */
  private call(response_id: string, index: number, { name, arguments: text }: { name: string; arguments: string }) {
    const previous = this.items.at(-1)?.id ?? null;
    const id = this.nextId('item');
    const call_id = this.nextId('call');
    const base = { id, object: 'realtime.item', type: 'function_call', name, call_id };
    const item: Item = { ...base, status: 'completed', arguments: text };
    const open = { ...base, status: 'in_progress', arguments: '' };
    const at = { response_id, item_id: id, output_index: index, call_id };
    const made = [
      this.event('response.output_item.added', { response_id, output_index: index, item: open }),
      this.event('conversation.item.added', { previous_item_id: previous, item: open }),
      this.event('response.function_call_arguments.delta', { ...at, delta: text }),
      this.event('response.function_call_arguments.done', { ...at, name, arguments: text }),
      this.event('response.output_item.done', { response_id, output_index: index, item }),
      this.event('conversation.item.done', { previous_item_id: previous, item }),
    ];
    this.add(item);
    return { item, made };
  }

  /** Adds an item. Returns its problem; undefined once it has been added. */
  private add(item: Item): string | undefined {
    const length = JSON.stringify(item).length;
    if (this.items.length >= MOST_ITEMS || this.characters + length > MOST_CHARACTERS) {
      return 'The conversation is too long for the simulator.';
    }
    this.characters += length;
    this.items.push(item);
    return undefined;
  }

  private announce(item: Item, previous: string | null): SessionEvent[] {
    const members = { previous_item_id: previous, item };
    return [this.event('conversation.item.added', members), this.event('conversation.item.done', members)];
  }

  private dropSound(): void {
    this.sound = [];
    this.soundBytes = 0;
  }

  private clear(): void {
    this.dropSound();
    this.spokenId = undefined;
    this.turns?.reset();
  }

  private event(type: string, members: Members): SessionEvent {
    return { type, event_id: this.nextId('event'), ...members };
  }

  private refuse(event: Members | undefined, code: string, param: string | null, message: string): SessionEvent {
    const id = typeof event?.event_id === 'string' ? event.event_id.slice(0, 512) : null;
    return this.event('error', { error: { type: 'invalid_request_error', code, message, param, event_id: id } });
  }

  private nextId(kind: string): string {
    this.count += 1;
    return `${kind}_${this.seed}${this.count}`;
  }
}
