import { useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { api, formatError } from '#src/lib/api-client.ts';

type Outcome = { tone: 'success' | 'error'; message: string };

/** Everything that is kept, as a file. */
export function ExportData() {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const download = async () => {
    setBusy(true);
    setOutcome(null);
    try {
      const name = await downloadExport();
      setOutcome({ tone: 'success', message: `${name} is in your downloads.` });
    } catch (error) {
      setOutcome({ tone: 'error', message: formatError(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="panel" aria-labelledby="download">
      <h2 id="download">Take a copy</h2>
      <p>
        One file with all that we keep about you: your account and settings, the terms that you accepted, your sessions,
        your places on waiting lists, the mails that we sent you, and what was done in your account and when. It is
        JSON: plain text that people and programs can read.
      </p>
      <Button variant="secondary" isBusy={isBusy} busyLabel="Preparing..." onClick={download}>
        Download as JSON
      </Button>
      {outcome && <Notice tone={outcome.tone}>{outcome.message}</Notice>}
    </section>
  );
}

/** Saves an answer as a file; a plain link could not carry the token. Answers the name. @throws ApiError */
async function downloadExport(): Promise<string> {
  const response = await api.getResponse('/api/account/export');
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'my-data.json';
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return name;
}
