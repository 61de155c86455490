/** Headers of every answer, whatever its status (SECURITY.md §4). */
export function commonHeaders(options: { isTls: boolean; strictReferrer?: boolean }): Record<string, string> {
  return {
    ...(options.isTls && { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains; preload' }),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': options.strictReferrer ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'Origin-Agent-Cluster': '?1',
  };
}

/** Pages whose address may hold a secret. */
const STRICT_REFERRER = new Set(['/login', '/login/link', '/signup', '/subscription/success', '/waitinglist/status']);

export const needsStrictReferrer = (path: string) => STRICT_REFERRER.has(path);

const NOTHING_ALLOWED = "default-src 'none'; frame-ancestors 'none'";

/** For answers that are no page: redirects, files, errors. */
export const barePolicy = (policy: string | null) => policy ?? NOTHING_ALLOWED;

export const REPORTING_ENDPOINTS = 'csp="/api/csp-report"';

export function cachePolicy(path: string): string {
  if (path.startsWith('/_astro/')) return 'public, max-age=31536000, immutable';
  return path.startsWith('/media/') || path.startsWith('/og/') ? 'public, max-age=3600, must-revalidate' : 'no-cache';
}
