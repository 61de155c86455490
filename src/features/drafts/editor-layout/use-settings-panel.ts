import { useEffect, useState } from 'react';
import { fromDesktop } from '#src/styles/breakpoints.ts';
import { useMediaQuery } from './use-media-query.ts';

export type SettingsPanelState = ReturnType<typeof useSettingsPanel>;

/** Whether the settings are shown: beside the text on a desktop, else in a sheet above it. A field with an error opens them: its message is there. */
export function useSettingsPanel(hasError: boolean) {
  const isWide = useMediaQuery(fromDesktop);
  const [isPanelOpen, setPanelOpen] = useState(true);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const setOpen = isWide ? setPanelOpen : setSheetOpen;
  useEffect(() => {
    if (hasError) setOpen(true);
  }, [hasError, setOpen]);
  return { isWide, isOpen: isWide ? isPanelOpen : isSheetOpen, setOpen };
}
