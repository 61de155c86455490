import { api } from '#src/lib/api-client.ts';
import { saveFile } from '#src/lib/save-file.ts';
import { useExport } from '#src/ui/crud/ExportButton.tsx';
import { Button } from '#src/ui/forms/Button.tsx';

const FORMATS = [
  {
    format: 'markdown',
    title: 'Markdown',
    note: 'A file for each post and page, with images and files beside them.',
    label: 'Download as Markdown',
  },
  {
    format: 'ghost',
    title: 'Ghost',
    note: 'One file that Ghost imports, with images and files in their places.',
    label: 'Download for Ghost',
  },
] as const;

/** Everything that was written, for another program or as a copy. */
export const MoveOut = () => (
  <section aria-labelledby="out-title">
    <h2 id="out-title">Take everything with you</h2>
    <p className="row-note">
      Posts and pages as a zip that you can import here again. Of pages only the text is included. The trash and earlier
      versions are left out.
    </p>
    <ul className="moving-out">
      {FORMATS.map((each) => (
        <Download key={each.format} {...each} />
      ))}
    </ul>
  </section>
);

function Download({ format, title, note, label }: (typeof FORMATS)[number]) {
  const { run, isBusy } = useExport(
    async () =>
      saveFile(await api.getResponse('/api/admin/content-export', { query: { format } }), `content-${format}.zip`),
    'Failed to export posts and pages',
  );
  return (
    <li>
      <p>
        <b>{title}</b>
        <span className="row-note">{note}</span>
      </p>
      <Button variant="secondary" isBusy={isBusy} busyLabel="Preparing..." onClick={() => void run()}>
        {label}
      </Button>
    </li>
  );
}
