import '@mantine/notifications/styles.css';
import { Notifications as Messages } from '@mantine/notifications';

/** Where short messages appear (ui/notify.ts). Nobody waits for it. */
export default function Notifications() {
  return <Messages position="top-right" />;
}
