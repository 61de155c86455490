import pino, { type Logger } from 'pino';

/** Structured logs: one JSON object a line on standard output. What could be a secret is masked. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['token', 'code', 'secret', '*.token', '*.code', '*.secret', 'headers.authorization'],
      censor: '[masked]',
    },
  });
}
