import { parseRange } from './address-range.js';

/**
 * IPv4 addresses that are not of the public internet: what IANA's registry of special-purpose addresses calls not
 * globally reachable, multicast, and one address that a cloud has put among the public ones.
 */
export const RESERVED_V4 = [
  '0.0.0.0/8', // This network; 0.0.0.0 reaches this machine.
  '10.0.0.0/8', // Private.
  '100.64.0.0/10', // Behind a carrier's translation (CGNAT).
  '127.0.0.0/8', // Loopback.
  '168.63.129.16/32', // Azure's platform, seen from its virtual machines only.
  '169.254.0.0/16', // Link-local; the clouds' metadata.
  '172.16.0.0/12', // Private.
  '192.0.0.0/24', // Protocol assignments.
  '192.0.2.0/24', // Documentation.
  '192.88.99.0/24', // 6to4 relays, withdrawn.
  '192.168.0.0/16', // Private.
  '198.18.0.0/15', // Benchmarks.
  '198.51.100.0/24', // Documentation.
  '203.0.113.0/24', // Documentation.
  '224.0.0.0/4', // Multicast.
  '240.0.0.0/4', // Reserved, and broadcast.
].map(parseRange);

/** Public range of IPv6; everything beside it is loopback, link-local, unique-local, multicast or unassigned. */
export const GLOBAL_V6 = parseRange('2000::/3');

/** Within it, what is not the public internet. */
export const RESERVED_V6 = [
  '2001::/23', // Protocol assignments: benchmarks, ORCHID and their like. Teredo is looked into first.
  '2001:db8::/32', // Documentation.
  '3fff::/20', // Documentation.
].map(parseRange);

/**
 * Addresses from which machines of a cloud get their credentials. An allowed range does not cover these: each must be
 * listed.
 */
export const CLOUD_METADATA: readonly string[] = [
  '169.254.169.254', // AWS, Google (metadata.google.internal), Azure, Oracle, DigitalOcean, OpenStack, IBM.
  '169.254.170.2', // AWS, containers.
  '169.254.170.23', // AWS, Kubernetes.
  '169.254.42.42', // Scaleway.
  '100.100.100.200', // Alibaba.
  '168.63.129.16', // Azure's platform.
  '192.0.0.192', // Oracle, classic.
  'fd00:ec2::254', // AWS.
  'fd00:ec2::23', // AWS, Kubernetes.
  'fd20:ce::254', // Google.
  'fd00:42::42', // Scaleway.
];
