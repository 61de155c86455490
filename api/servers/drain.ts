/** Until a proxy that asks `/api/live` each second has noticed that one of several servers stops (ms). */
export const PROXY_NOTICE_MS = 2_500;
