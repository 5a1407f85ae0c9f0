import '@mantine/notifications/styles.css';
import { Notifications as Messages } from '@mantine/notifications';

/** Place of short messages (ui/notify.ts). Nobody waits for it. */
export default function Notifications() {
  return <Messages position="top-right" />;
}
