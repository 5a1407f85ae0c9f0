import { useEffect, useRef, useState } from 'react';
import { socketUrl } from '../../api/gateway.js';
import { toPieces, toSamples } from './samples.js';
import { SoundPlayer } from './sound-player.js';
import { addEvent, addSaid, NOTHING_SAID, soundOf, type Talk } from './talk.js';

interface TalkSettings {
  readonly model: string;
  readonly voice: string;
  readonly instructions: string;
  /** True if the model speaks; it writes otherwise. */
  readonly speaks: boolean;
}

/** `refused`: the socket never opened. `lost`: it ended without anybody's doing here. */
type TalkState = 'idle' | 'connecting' | 'open' | 'refused' | 'lost';

interface TalkControl {
  readonly talk: Talk;
  readonly state: TalkState;
  /** Reason of the other side for ending it, in its words. */
  readonly reason: string;
  readonly begin: (settings: TalkSettings) => void;
  readonly end: () => void;
  readonly say: (text: string) => void;
  /** Sends a recording, between -1 and 1 at the rate of `SAMPLE_RATE`. */
  readonly speak: (samples: Float32Array, seconds: number) => void;
}

interface Link {
  readonly socket: WebSocket;
  readonly player: SoundPlayer;
}

/** A talk with a realtime model, in the session of the person. It ends when its panel goes. */
export function useTalk(workspaceId: string): TalkControl {
  const [talk, setTalk] = useState<Talk>(NOTHING_SAID);
  const [state, setState] = useState<TalkState>('idle');
  const [reason, setReason] = useState('');
  const link = useRef<Link>(undefined);
  const count = useRef(0);

  const drop = (next: TalkState): void => {
    const { player, socket } = link.current ?? {};
    link.current = undefined;
    player?.stop();
    socket?.close();
    setState(next);
  };
  useEffect(() => () => void [link.current?.player.stop(), link.current?.socket.close()], []);

  const send = (...events: readonly object[]): void => {
    for (const event of events) link.current?.socket.send(JSON.stringify(event));
  };

  const begin = (settings: TalkSettings): void => {
    drop('connecting');
    setTalk(NOTHING_SAID);
    setReason('');
    const socket = new WebSocket(socketUrl('/realtime', { model: settings.model, workspace_id: workspaceId }));
    const own: Link = { socket, player: new SoundPlayer() };
    const isCurrent = (): boolean => link.current === own;
    link.current = own;
    let isOpen = false;
    socket.addEventListener('open', () => {
      if (!isCurrent()) return;
      isOpen = true;
      setState('open');
      send({ type: 'session.update', session: sessionOf(settings) });
    });
    socket.addEventListener('message', ({ data }) => {
      if (!isCurrent()) return;
      const event = parse(data);
      const sound = soundOf(event);
      if (sound !== undefined) own.player.play(sound);
      setTalk((before) => addEvent(before, event));
    });
    socket.addEventListener('close', ({ reason: told }) => {
      if (!isCurrent()) return;
      setReason(told);
      setTalk((before) => ({ ...before, isAnswering: false }));
      drop(isOpen ? 'lost' : 'refused');
    });
  };

  const said = (turn: { readonly text: string; readonly seconds?: number }): void => {
    count.current += 1;
    setTalk((before) => addSaid(before, { id: `said-${count.current}`, ...turn }));
  };

  return {
    talk,
    state,
    reason,
    begin,
    end: () => drop('idle'),
    say(text) {
      said({ text });
      const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text }] };
      send({ type: 'conversation.item.create', item }, { type: 'response.create' });
    },
    speak(samples, seconds) {
      said({ text: '', seconds });
      const pieces = toPieces(toSamples(samples));
      send(
        ...pieces.map((audio) => ({ type: 'input_audio_buffer.append', audio })),
        { type: 'input_audio_buffer.commit' },
        { type: 'response.create' },
      );
    },
  };
}

/** The person says when a turn ends, so nobody listens for silence. */
function sessionOf({ instructions, speaks, voice }: TalkSettings): object {
  return {
    type: 'realtime',
    output_modalities: [speaks ? 'audio' : 'text'],
    ...(instructions !== '' && { instructions }),
    audio: { input: { turn_detection: null }, ...(voice !== '' && { output: { voice } }) },
  };
}

function parse(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}
