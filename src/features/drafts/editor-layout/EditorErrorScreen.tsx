import type { ReactNode } from 'react';
import { Icon } from '#src/ui/icons/Icon.tsx';
import type { Manager } from './RoomBar.tsx';

type Props = {
  manager: Manager;
  /** What went wrong. */
  children: ReactNode;
};

/** A writing screen whose text could not be loaded: the way back is where it always is. */
export const EditorErrorScreen = ({ manager, children }: Props) => (
  <div className="room">
    <div className="room-bar">
      <a className="button button-quiet" href={manager.path}>
        <Icon name="arrow-left" />
        Back to {manager.name}
      </a>
    </div>
    <div className="room-notices">{children}</div>
  </div>
);
