import i18next from 'i18next';
import { ApiFailure } from '../api/client.js';

const SUCCESS_MS = 3000;
const FAILURE_MS = 8000;

/** A short message about what was just done. */
type Message = {
  readonly message: string;
  readonly title?: string;
  readonly color?: string;
  readonly autoClose: number;
  readonly role?: string;
  readonly closeButtonProps: { readonly 'aria-label': string };
};

/** Messages that wait for the code that shows them, which is loaded with the first one (app/notifications.tsx). */
const waiting: Message[] = [];
/** Most messages that wait: nobody reads more. */
const MOST_WAITING = 20;

let onMessage: (() => void) | undefined;

/** Sets the one listener for messages, and tells it of those that wait already. */
export function hearMessages(listen: () => void): void {
  onMessage = listen;
  if (waiting.length > 0) listen();
}

/** Takes the messages that wait. */
export function takeMessages(): readonly Message[] {
  return waiting.splice(0);
}

export const notify = {
  success(text: string): void {
    show({ message: text, autoClose: SUCCESS_MS, closeButtonProps: closeButton() });
  },
  failure(error: unknown): void {
    notify.problem(describeFailure(error));
  },
  /** Tells of a problem in a sentence of its own. */
  problem(text: string): void {
    show({
      title: i18next.t('common:failure.title'),
      message: text,
      color: 'red',
      autoClose: FAILURE_MS,
      role: 'alert',
      closeButtonProps: closeButton(),
    });
  },
};

function show(message: Message): void {
  if (waiting.length < MOST_WAITING) waiting.push(message);
  onMessage?.();
}

/** Puts a failure into words: those of the service, or those for its absence. */
export function describeFailure(error: unknown): string {
  return error instanceof ApiFailure && error.message !== '' ? error.message : i18next.t('common:failure.network');
}

function closeButton(): { readonly 'aria-label': string } {
  return { 'aria-label': i18next.t('common:close') };
}
