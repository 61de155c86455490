import { PageAction } from '#src/ui/crud/PageAction.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';

type Props = { isExporting: boolean; onExport: () => void; onInviteNext: () => void };

/** The actions of the screen, in its bar. */
export const BarActions = ({ isExporting, onExport, onInviteNext }: Props) => (
  <PageAction>
    <Button
      variant="quiet"
      className="export-button"
      aria-label="Export CSV"
      isBusy={isExporting}
      busyLabel="Exporting..."
      onClick={onExport}
    >
      <Icon name="download" size={16} />
      <span>Export CSV</span>
    </Button>
    <Button onClick={onInviteNext}>Invite next...</Button>
  </PageAction>
);
