import type { Logger } from 'pino';
import type { Clock } from '#api/clock.ts';

/** Notices that visitors arrive through a proxy whose X-Forwarded-For the settings don't trust. */
export type ProxyWatch = {
  /** When the first such request came (UTC ms); null before. */
  readonly seenAt: number | null;
  record(): void;
};

/** Logs a warning once; the start page of the admin screens shows it for as long as the server runs. */
export function createProxyWatch({ log, clock }: { log: Logger; clock: Clock }): ProxyWatch {
  let seenAt: number | null = null;
  return {
    get seenAt() {
      return seenAt;
    },
    record() {
      if (seenAt !== null) return;
      seenAt = clock.now();
      log.warn(
        'Requests arrive through a proxy, but TRUSTED_PROXIES doesn’t match: visitors can’t be told apart, and only accounts are rate limited. Set TRUSTED_PROXIES to the number of proxies, and let each write X-Forwarded-For.',
      );
    },
  };
}
