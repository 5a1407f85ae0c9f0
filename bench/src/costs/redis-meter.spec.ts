import { expect, it } from '@jest/globals';
import { parseRedisInfo } from './redis-meter.js';

const INFO = [
  '# Memory',
  'used_memory:1500000',
  '# Stats',
  'total_net_input_bytes:2000',
  'total_net_output_bytes:900',
  '# CPU',
  'used_cpu_sys:1.250000',
  'used_cpu_user:2.500000',
  '# Commandstats',
  'cmdstat_evalsha:calls=10,usec=700,usec_per_call=70.00,rejected_calls=0,failed_calls=0',
  'cmdstat_eval:calls=1,usec=90,usec_per_call=90.00,rejected_calls=0,failed_calls=0',
  'cmdstat_mget:calls=11,usec=40,usec_per_call=3.64,rejected_calls=0,failed_calls=0',
  'cmdstat_client|setname:calls=2,usec=4,usec_per_call=2.00,rejected_calls=0,failed_calls=0',
  '# Keyspace',
  'db0:keys=24,expires=24,avg_ttl=60000',
].join('\r\n');

it('reads what Redis did and holds', () => {
  expect(parseRedisInfo(INFO)).toEqual({
    scripts: 11,
    commands: 24,
    bytesIn: 2000,
    bytesOut: 900,
    processorSeconds: 3.75,
    memoryBytes: 1_500_000,
    keys: 24,
  });
});

it('counts nothing of an empty Redis that ran nothing', () => {
  expect(parseRedisInfo('# Memory\r\nused_memory:1000\r\n# Keyspace\r\n')).toMatchObject({
    scripts: 0,
    commands: 0,
    keys: 0,
    memoryBytes: 1000,
  });
});
