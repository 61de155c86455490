import { useEffect, useState, useSyncExternalStore } from 'react';
import { fromDesktop } from '#src/styles/breakpoints.ts';

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

/** Whether a media query matches now. */
function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => window.matchMedia(query).matches,
  );
}
