import { ExportButton } from '#src/ui/crud/ExportButton.tsx';
import { PageAction } from '#src/ui/crud/PageAction.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { EXPORT_FAILED } from './entries-api.ts';

type Props = { onExport: () => Promise<string>; onInviteNext: () => void };

/** The actions of the screen, in its bar. */
export const BarActions = ({ onExport, onInviteNext }: Props) => (
  <PageAction>
    <ExportButton onExport={onExport} failure={EXPORT_FAILED} />
    <Button onClick={onInviteNext}>Invite next...</Button>
  </PageAction>
);
