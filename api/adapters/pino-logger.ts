import pino, { type Logger } from 'pino';

/** Lines that can’t be written are buffered up to this size (bytes); later ones are dropped. */
const PENDING_MAX_BYTES = 1024 * 1024;

/** Structured logs: one JSON object a line on standard output. Secrets are masked. */
export function createLogger(level: string): Logger {
  const output = pino.destination({ dest: 1, sync: true, maxLength: PENDING_MAX_BYTES });
  // Without a listener, an error of a log file on a full disk would end the server.
  output.on('error', () => undefined);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['token', 'code', 'secret', '*.token', '*.code', '*.secret', 'headers.authorization'],
        censor: '[masked]',
      },
    },
    output,
  );
}
