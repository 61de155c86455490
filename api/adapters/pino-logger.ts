import pino, { type Logger } from 'pino';

/** Lines that could not be written wait for space up to this, then new ones are dropped, bytes. */
const PENDING_MAX_BYTES = 1024 * 1024;

/** Structured logs: one JSON object a line on standard output. What could be a secret is masked. */
export function createLogger(level: string): Logger {
  const output = pino.destination({ dest: 1, sync: true, maxLength: PENDING_MAX_BYTES });
  // A log file on a full disk must not end the server: without a listener the error would.
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
