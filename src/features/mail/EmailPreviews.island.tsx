import { useCallback, useEffect, useState } from 'react';
import type { z } from 'zod';
import type { EmailPreviewJson, emailPreviewsResponse } from '#api/features/mail/mail.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { api, formatError } from '#src/lib/api-client.ts';
import { EmailPreview } from './EmailPreview.tsx';

type State =
  { status: 'loading' } | { status: 'failed'; message: string } | { status: 'loaded'; mails: EmailPreviewJson[] };

/** Every mail that the site sends, for admins, outside production. */
export function EmailPreviewsIsland() {
  return <RequireAuth access="mail.read">{() => <Mails />}</RequireAuth>;
}

function Mails() {
  const [state, setState] = useState<State>({ status: 'loading' });
  const load = useCallback(async (signal?: AbortSignal) => {
    setState({ status: 'loading' });
    try {
      const { mails } = await api.get<z.infer<typeof emailPreviewsResponse>>('/api/admin/mails', signal && { signal });
      setState({ status: 'loaded', mails });
    } catch (error) {
      if (!signal?.aborted) setState({ status: 'failed', message: formatError(error) });
    }
  }, []);
  useEffect(() => {
    const leaving = new AbortController();
    void load(leaving.signal);
    return () => leaving.abort();
  }, [load]);

  if (state.status === 'loading') {
    return (
      <p className="loading" role="status">
        Loading...
      </p>
    );
  }
  if (state.status === 'failed') {
    return (
      <Notice tone="error">
        <p>{state.message}</p>
        <Button variant="secondary" onClick={() => void load()}>
          Retry
        </Button>
      </Notice>
    );
  }
  return state.mails.map((mail) => <EmailPreview key={mail.kind} mail={mail} />);
}
