import type { ComponentProps } from 'react';
import { ExportButton } from '#src/ui/crud/ExportButton.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { BulkBar } from '#src/ui/tables/BulkBar.tsx';

type Props = Omit<ComponentProps<typeof BulkBar>, 'children' | 'noun'> & {
  /** Null for those who may only read, and where more is selected than the page shows. */
  onBlacklist: (() => void) | null;
  onExport: () => Promise<string>;
};

/** What can be done with the users who are selected. */
export const UserBulkBar = ({ onBlacklist, onExport, ...bar }: Props) => (
  <BulkBar {...bar} noun="user">
    {onBlacklist && (
      <Button variant="quiet" onClick={onBlacklist}>
        Blacklist...
      </Button>
    )}
    <ExportButton onExport={onExport} failure="Failed to export the users" isInBar />
  </BulkBar>
);
