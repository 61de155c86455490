/** The headers of every response, whatever its status (SECURITY.md). Repeated here, so that a change of the code fails a test. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'origin-agent-cluster': '?1',
};

export const TLS_HEADERS = {
  ...SECURITY_HEADERS,
  'strict-transport-security': 'max-age=63072000',
};
