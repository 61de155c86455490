import { useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { api } from '#src/lib/api-client.ts';
import { useAction } from '#src/lib/use-action.ts';

/** All data of the user, as a file. */
export function ExportData() {
  const [fileName, setFileName] = useState<string | null>(null);
  const { run, isBusy, error } = useAction(async () => {
    setFileName(null);
    setFileName(await downloadExport());
  });
  return (
    <section className="panel" aria-labelledby="download">
      <h2 id="download">Take a copy</h2>
      <p>
        One file with everything we keep about you: your account and settings, the terms you accepted, your sessions,
        your waiting list places, the emails we sent you and your account activity. It’s a JSON file: plain text that
        people and programs can read.
      </p>
      <Button variant="secondary" isBusy={isBusy} busyLabel="Preparing..." onClick={() => void run()}>
        Download as JSON
      </Button>
      {error && <Notice tone="error">{error}</Notice>}
      {fileName && <Notice tone="success">{fileName} is in your downloads.</Notice>}
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
