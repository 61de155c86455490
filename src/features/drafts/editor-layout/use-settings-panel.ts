import { useEffect, useState } from 'react';
import { useMediaQuery } from './use-media-query.ts';

/** From this width the settings stand beside the text; below they are a sheet above it. */
const WIDE = '(min-width: 62rem)';

export type SettingsPanelState = ReturnType<typeof useSettingsPanel>;

/** Whether the settings are shown. A field with an error opens them: its message is there. */
export function useSettingsPanel(hasError: boolean) {
  const isWide = useMediaQuery(WIDE);
  const [isPanelOpen, setPanelOpen] = useState(true);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const setOpen = isWide ? setPanelOpen : setSheetOpen;
  useEffect(() => {
    if (hasError) setOpen(true);
  }, [hasError, setOpen]);
  return { isWide, isOpen: isWide ? isPanelOpen : isSheetOpen, setOpen };
}
