import type { z } from 'zod';
import type { emailPreviewsResponse } from '#api/features/mail/mail.contract.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { api, formatError } from '#src/lib/api-client.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Loading } from '#src/ui/feedback/Loading.tsx';
import { EmailPreview } from './EmailPreview.tsx';

const PATH = '/api/admin/mails';

/** Every mail that the site sends, for admins, outside production. */
export function EmailPreviewsIsland() {
  return <RequireAuth access="mail.read">{() => <EmailPreviews />}</RequireAuth>;
}

function EmailPreviews() {
  const { state, retry } = useQuery(PATH, (signal) => api.get<z.infer<typeof emailPreviewsResponse>>(PATH, { signal }));
  if (state.status === 'loading') return <Loading />;
  if (state.status === 'failed') return <ErrorPanel message={formatError(state.error)} onRetry={retry} />;
  return state.value.mails.map((mail) => <EmailPreview key={mail.kind} mail={mail} />);
}
