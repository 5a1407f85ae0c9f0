export { CollectingSink } from '../delivery/collecting-sink.js';
