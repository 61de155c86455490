import { formatList } from '#api/domain/lists.ts';
import { useEffect, useState } from 'react';
import type { OpenEditorsJson } from '#api/features/drafts/drafts.contract.ts';
import { api } from '#src/lib/api-client.ts';

const REPORT_INTERVAL_MS = 20_000;
const PATHS = {
  blog: '/api/blogs/:id/editors',
  document: '/api/documents/:id/editors',
  settings: '/api/admin/settings/:id/editors',
  page: '/api/admin/pages/:id/editors',
  navigation: '/api/admin/navigation/:id/editors',
  product: '/api/admin/products/:id/editors',
  plan: '/api/admin/plans/:id/editors',
} as const;

/** What has a screen on which it is written. */
export type EditedSubject = keyof typeof PATHS;

type Options = { kind: EditedSubject; id: number | null; userId: number; clientId: string; isPaused: boolean };

/** Who else has this open, as text; null for no one. Advisory, so a failure is not reported. */
export function useOpenEditors({ kind, id, userId, clientId, isPaused }: Options): string | null {
  const [editors, setEditors] = useState<OpenEditorsJson['editors']>([]);
  useEffect(() => {
    if (id === null || isPaused) return;
    let isCurrent = true;
    const send = (isClosing: boolean) =>
      api.post(PATHS[kind], {
        param: { id },
        json: { client_id: clientId, is_closing: isClosing },
        ...(isClosing && { keepalive: true }),
      });
    const report = () => {
      if (document.visibilityState === 'hidden' || !navigator.onLine) return;
      send(false).then(
        (response) => isCurrent && setEditors(response.editors),
        () => undefined,
      );
    };
    const leave = () => void send(true).catch(() => undefined);
    report();
    const timer = setInterval(report, REPORT_INTERVAL_MS);
    window.addEventListener('pagehide', leave);
    return () => {
      isCurrent = false;
      clearInterval(timer);
      window.removeEventListener('pagehide', leave);
    };
  }, [kind, id, clientId, isPaused]);
  return formatEditors(editors, userId);
}

function formatEditors(editors: OpenEditorsJson['editors'], userId: number): string | null {
  const others = [...new Set(editors.flatMap(({ user }) => (user && user.id !== userId ? [user.name] : [])))];
  const isOwnTabOpen = editors.some(({ user }) => user?.id === userId);
  if (others.length === 0) return isOwnTabOpen ? 'Also open: you, in another tab' : null;
  const list = formatList(others);
  return `${list} ${others.length === 1 ? 'is' : 'are'} editing${isOwnTabOpen ? ', and you in another tab' : ''}`;
}
