/** Ctrl-Enter, or Cmd-Enter. */
export const isSendKey = ({ key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>) =>
  key === 'Enter' && (ctrlKey || metaKey);
