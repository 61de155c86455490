import type { ComponentProps } from 'react';
import { ExportButton } from '#src/ui/crud/ExportButton.tsx';
import { BulkBar } from '#src/ui/tables/BulkBar.tsx';

type Props = Omit<ComponentProps<typeof BulkBar>, 'children' | 'noun'> & { onExport: () => Promise<string> };

/** What can be done with the users who are selected. */
export const UserBulkBar = ({ onExport, ...bar }: Props) => (
  <BulkBar {...bar} noun="user">
    <ExportButton onExport={onExport} failure="Failed to export the users" isInBar />
  </BulkBar>
);
