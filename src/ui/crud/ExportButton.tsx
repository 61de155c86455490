import { useToastAction } from '#src/lib/use-action.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';

type Props = {
  /** Saves the file and resolves with its name. */
  onExport: () => Promise<string>;
  /** Shown when the server gives no reason. */
  failure: string;
  /** In the bar of a selection, which is what is exported. */
  isInBar?: boolean;
};

/** Saves a file, and says its name in a toast. */
export const useExport = (onExport: () => Promise<string>, failure: string) =>
  useToastAction(async () => `${await onExport()} is in your downloads`, { failure });

/** Exports a list, or what is selected in it, as CSV; outside the bar of a selection an icon alone on the phone. */
export function ExportButton({ onExport, failure, isInBar = false }: Props) {
  const { run, isBusy } = useExport(onExport, failure);
  return (
    <Button
      variant="quiet"
      {...(!isInBar && { className: 'export-button', 'aria-label': 'Export CSV' })}
      isBusy={isBusy}
      busyLabel="Exporting..."
      onClick={() => void run()}
    >
      {isInBar ? (
        'Export'
      ) : (
        <>
          <Icon name="download" size={16} />
          <span>Export CSV</span>
        </>
      )}
    </Button>
  );
}
