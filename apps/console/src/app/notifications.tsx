import '@mantine/notifications/styles.css';
import { Notifications as Messages, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { hearMessages, takeMessages } from '../ui/notify.js';

/** Place of short messages (ui/notify.ts): below, since the actions of pages are above. Nobody waits for it. */
export default function Notifications() {
  useEffect(() => {
    hearMessages(() => {
      for (const message of takeMessages()) notifications.show(message);
    });
  }, []);
  return <Messages position="bottom-center" />;
}
