/** Headers of every answer, whatever its status (SECURITY.md §4). */
export function createSecurityHeaders(options: { isTls: boolean; strictReferrer?: boolean }): Record<string, string> {
  return {
    // Of this host only: other hosts of the domain may have no certificate, and a preload list is left after months.
    ...(options.isTls && { 'Strict-Transport-Security': 'max-age=63072000' }),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': options.strictReferrer ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'Origin-Agent-Cluster': '?1',
  };
}

/** Pages whose address may contain a secret. */
export const NO_REFERRER_PATHS = new Set([
  '/login',
  '/login/link',
  '/signup',
  '/subscription/success',
  '/waitinglist/status',
]);

export const needsStrictReferrer = (path: string) => NO_REFERRER_PATHS.has(path);

const DENY_ALL_CSP = "default-src 'none'; frame-ancestors 'none'";

/** For answers that are no page: redirects, files, errors. */
export const resolveCsp = (policy: string | null) => policy ?? DENY_ALL_CSP;

export const REPORTING_ENDPOINTS = 'csp="/api/csp-report"';

export function getCacheControl(path: string): string {
  if (path.startsWith('/_astro/') || path.startsWith('/styles/')) return 'public, max-age=31536000, immutable';
  return path.startsWith('/media/') || path.startsWith('/og/') ? 'public, max-age=3600, must-revalidate' : 'no-cache';
}
