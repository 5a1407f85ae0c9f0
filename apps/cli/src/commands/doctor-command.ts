import type { Command } from 'commander';
import { act, type CliContext } from '../context.js';
import { examine } from '../doctor/examine.js';
import { EXIT } from '../exit-codes.js';

const SIGNS = { ok: '✓', warning: '!', error: '✗' } as const;

export function addDoctorCommand(program: Command, context: CliContext): void {
  const command = program
    .command('doctor')
    .description(
      'Looks for what keeps the services from working: configuration, files, ports, DNS, PostgreSQL, Redis, clocks, certificates, providers.',
    )
    .option('--config <file>', 'the gateway.yaml (GATEWAY_CONFIG, else ./gateway.yaml)')
    .option('--no-providers', 'call no provider');
  act<[], { config?: string; providers: boolean }>(context, command, async ({ options }) => {
    const findings = await examine({
      environment: context.environment,
      configPath: options.config,
      callsProviders: options.providers,
    });
    const lines = findings.map(
      ({ level, subject, message, advice }) =>
        `${SIGNS[level]} ${subject}: ${message}${advice === undefined ? '' : `\n    → ${advice}`}`,
    );
    const errors = findings.filter(({ level }) => level === 'error').length;
    const warnings = findings.filter(({ level }) => level === 'warning').length;
    return {
      data: { findings, errors, warnings },
      text: [...lines, `${errors} errors, ${warnings} warnings.`].join('\n'),
      exitCode: errors > 0 ? EXIT.failed : EXIT.done,
    };
  });
}
